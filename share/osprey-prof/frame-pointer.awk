# Gives every function of an LLVM IR text "frame-pointer"="all": the profiler's stack walk needs it [PROF-CODEGEN-FP].
# No flag of clang does this for IR: -fno-omit-frame-pointer acts on C only, and the attribute decides.
#
# in:   define i32 @f(i32 %x) #0 {                                  attributes #0 = { "frame-pointer"="none" }
# out:  define i32 @f(i32 %x) "frame-pointer"="all" #0 {            attributes #0 = { "frame-pointer"="all" }
#
# An attribute stands after the parameters and the words that may follow them. Quotes inside strings of IR are \22, so a
# plain search for quotes is right.

BEGIN { attribute = "\"frame-pointer\"=\"all\"" }

{ gsub(/"frame-pointer"="[^"]*"/, attribute) }

/^[ \t]*define[ \t]/ {
    while (!(place = parameters_end($0)) && (getline line) > 0)
        $0 = $0 "\n" line
    rest = substr($0, place + 1)
    if (match(rest, /^([ \t\n]+(local_unnamed_addr|unnamed_addr|addrspace\([^)]*\)))+/)) {
        place += RLENGTH
        rest = substr(rest, RLENGTH + 1)
    }
    $0 = substr($0, 1, place) " " attribute rest
}

{ print }

# Where the parenthesis stands that closes the parameters of the first @name; 0 when the text ends before.
function parameters_end(text,    i, c, quoted, named, depth) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "\"")
            quoted = !quoted
        else if (quoted)
            continue
        else if (c == "@")
            named = 1
        else if (c == "(" && named)
            depth++
        else if (c == ")" && named && --depth == 0)
            return i
    }
    return 0
}
