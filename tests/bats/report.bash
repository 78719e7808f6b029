# For tests of the report: terminals, and profiles of many functions.

# in_terminal COLUMNS COMMAND... : what the command shows on a terminal of this width (0: one that doesn't tell it)
in_terminal() {
    local columns=$1
    shift
    script -qec "stty cols $columns -opost; $*" /dev/null
}

# The columns of the widest line, as a terminal counts them.
widest() {
    LC_ALL=C.UTF-8 wc -L
}

# captures COUNT...: a profile of one function that was captured on the CPU once for each count
captures() {
    local sum=0 count
    functions 1 0 | sed -n '1,4p'
    for count; do
        echo "[$sum,0,0,0,$count]"
        sum=$((sum + count))
    done
    echo '{"type":"end","lines":'$((4 + $#))',"samples":'"$sum"'}'
}

# functions COUNT EACH: a profile of COUNT functions of EACH samples; f0 has one more
functions() {
    local i
    echo '{"type":"profile","version":1,"pid":7,"exe":"/w/x","rate_hz":1000,"platform":"","start_unix_ns":"0","end_unix_ns":"1000000000","dropped":0}'
    echo '{"type":"thread","id":0,"fiber":0,"label":"main","name":""}'
    for ((i = 0; i < $1; i++)); do
        echo '{"type":"frame","id":'"$i"',"name":"f'"$i"'","file":"/w/x.c","line":1,"column":1,"start_line":1,"kind":"user","inlined":false}'
        echo '{"type":"stack","id":'"$i"',"frames":['"$i"']}'
        echo "[$i,0,$i,0,$(($2 + (i == 0)))]"
    done
    echo '{"type":"end","lines":'$((2 + 3 * $1))',"samples":'$(($1 * $2 + 1))'}'
}
