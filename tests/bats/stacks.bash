# For tests that need a few stacks of named frames. Images: 0 /w/app, 1 /w/lib/libfoo.so, 2 /usr/lib/libc.so.6.

# stacks PLATFORM 'STATE COUNT LEAF ... ROOT'... : a profile with a sample for each stack. A frame is NAME or NAME@IMAGE.
stacks() {
    local id=0 stack=0 ids spec words frame image
    {
        printf '{"type":"profile","version":1,"pid":7,"exe":"/w/app","rate_hz":1000,"platform":"%s",' "$1"
        echo '"start_unix_ns":"0","end_unix_ns":"1000000000","dropped":0}'
        for image in 0:/w/app 1:/w/lib/libfoo.so 2:/usr/lib/libc.so.6; do
            printf '{"type":"image","id":%d,"path":"%s","base":"0x0","slide":"0x0","text":"0x0","text_size":"0x0"}\n' \
                "${image%%:*}" "${image#*:}"
        done
        echo '{"type":"thread","id":0,"fiber":0,"label":"main"}'
        for spec in "${@:2}"; do
            read -ra words <<<"$spec"
            ids=
            for frame in "${words[@]:2}"; do
                case $frame in *@?) image=,\"image\":${frame##*@} ;; *) image= ;; esac
                printf '{"type":"frame","id":%d,"name":"%s"%s}\n' "$id" "${frame%@?}" "$image"
                ids=$ids${ids:+,}$id
                id=$((id + 1))
            done
            printf '{"type":"stack","id":%d,"frames":[%s]}\n' "$stack" "$ids"
            printf '[1,0,%d,%d,%d]\n' "$stack" "${words[0]}" "${words[1]}"
            stack=$((stack + 1))
        done
    } | awk -F'[],[]' '/^\[/ { samples += $6 } { print }
        END { printf "{\"type\":\"end\",\"lines\":%d,\"samples\":%d}\n", NR, samples }'
}

# unsampled FIBERS ROW... : a profile of main and more fibers with these samples, as they stand in a line. Stack 0 is burn
# and main, stack 1 [unsampled].
unsampled() {
    local fiber
    {
        printf '{"type":"profile","version":1,"pid":7,"exe":"/w/app","rate_hz":1000,"platform":"linux-x86_64",'
        echo '"start_unix_ns":"0","end_unix_ns":"3000000000","dropped":0}'
        echo '{"type":"thread","id":0,"fiber":0,"label":"main"}'
        for ((fiber = 1; fiber < $1; fiber++)); do
            echo "{\"type\":\"thread\",\"id\":$fiber,\"fiber\":$fiber,\"label\":\"fiber\"}"
        done
        printf '{"type":"frame","id":%d,"name":"%s"}\n' 0 burn 1 main 2 '[unsampled]'
        printf '{"type":"stack","id":%d,"frames":[%s]}\n' 0 0,1 1 2
        printf '%s\n' "${@:2}"
    } | awk -F'[],[]' '/^\[/ { samples += $6 } { print }
        END { printf "{\"type\":\"end\",\"lines\":%d,\"samples\":%d}\n", NR, samples }'
}
