# What has to be there for a program to run, from the bytes at the beginning of its file.
#
#     od -An -v -tu1 -N4096 FILE | awk -f executable.awk
#
# prints one of
#
#     script /usr/bin/env python3              a script, and what its first line names
#     loader /lib64/ld-linux-x86-64.so.2       ELF, with the loader that it wants; none when its name stands further on
#     static                                   ELF that wants no loader, so nothing can be preloaded into it
#     other                                    anything else
#
# The places in ELF are those of elf(5). Characters that don't print become "?".

{
    for (i = 1; i <= NF; i++)
        data[size++] = $i
}

END {
    if (text(0, 2) == "#!")
        print "script " first_line(2)
    else if (text(1, 3) == "ELF" && data[5] == 1)
        print elf()
    else
        print "other"
}

function elf(    wide, header, entry, count, i) {
    wide = data[4] == 2
    header = wide ? number(32, 8) : number(28, 4)
    entry = number(wide ? 54 : 42, 2)
    count = number(wide ? 56 : 44, 2)
    if (header + entry * count > size)
        return "other"
    for (i = header; i < header + entry * count; i += entry)
        if (number(i, 4) == 3) # PT_INTERP
            return "loader " (wide ? text(number(i + 8, 8), number(i + 32, 8) - 1) : text(number(i + 4, 4), number(i + 16, 4) - 1))
    return "static"
}

function number(at, bytes,    value) {
    for (value = 0; bytes > 0; bytes--)
        value = value * 256 + data[at + bytes - 1]
    return value
}

# Nothing when it is not all there.
function text(at, bytes,    string) {
    if (at + bytes > size)
        return ""
    for (; bytes > 0; bytes--)
        string = string character(data[at++])
    return string
}

function first_line(at,    string) {
    for (; at < size && data[at] != 10; at++)
        string = string character(data[at])
    gsub(/^[ \t]+|[ \t]+$/, "", string)
    return string
}

function character(code) {
    return code < 32 || code == 127 ? (code == 9 ? " " : "?") : sprintf("%c", code + 0)
}
