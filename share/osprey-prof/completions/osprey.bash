# bash completion for osprey and the prof-* programs. Source it, or let bash-completion find it under each program's name.

_osprey_options() {
    case $1 in
    osprey) printf '%s ' --run --profile --html --records --debug -o --hz -- ;;
    prof-fold) printf '%s ' --state --no-fiber ;;
    prof-report) printf '%s ' --tree --callers --flame --lines --min --top --state --color ;;
    prof-symbolize) printf '%s ' --exe --symbol-dir --path-map --force --no-demangle --keep-suffixes --no-cache ;;
    esac
    printf '%s ' --help --version
}

_osprey() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
    case $before in
    --state) words='cpu waiting all' ;;
    --color) words='auto always never' ;;
    --hz) words='100 997 10000' ;;
    snapshot) words=$(pgrep -u "$(id -u)" .) ;;
    *)
        [[ $word != -* ]] || words=$(_osprey_options "${1##*/}")
        ;;
    esac
    COMPREPLY=()
    [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o bashdefault -o default -F _osprey osprey prof-images prof-symbolize prof-aggregate prof-fold prof-report \
    prof-recover prof-to-speedscope prof-to-v8 prof-to-html
