# fish completion for osprey and the prof-* programs.

for program in osprey prof-images prof-symbolize prof-aggregate prof-fold prof-report prof-recover prof-to-speedscope prof-to-v8 prof-to-html
    complete -c $program -s h -l help -d 'print the help'
    complete -c $program -l version -d 'print the version'
end

complete -c osprey -n __fish_is_first_arg -a snapshot -d 'of a process that is under the profiler'
complete -c osprey -n '__fish_seen_subcommand_from snapshot' -x -a '(__fish_complete_pids)'
complete -c osprey -l run -d 'run the program'
complete -c osprey -l profile -d 'run it under the profiler'
complete -c osprey -l debug -d 'compile with -O0 -g'
complete -c osprey -s o -r -d 'the executable, and what outputs are named after'
complete -c osprey -l html -d 'write a flame graph for a browser too'
complete -c osprey -l records -d 'keep what views are made of'
complete -c osprey -l hz -x -a '100 997 10000' -d 'samples a second'

complete -c prof-fold -l state -x -a 'cpu waiting all' -d 'which samples'
complete -c prof-fold -l no-fiber -d 'leave out the fiber at the root'
complete -c prof-report -l tree -d 'who called whom'
complete -c prof-report -l callers -x -d 'who called it'
complete -c prof-report -l flame -d 'a flame graph'
complete -c prof-report -l lines -d 'the hottest lines and their source'
complete -c prof-report -l min -x -d 'percent: fold what is below'
complete -c prof-report -l top -x -d 'count: so many functions in the table'
complete -c prof-report -l state -x -a 'cpu waiting' -d 'which samples'
complete -c prof-report -l color -x -a 'auto always never' -d 'when to colour'
complete -c prof-symbolize -l exe -r -d 'where the program is now'
complete -c prof-symbolize -l symbol-dir -r -d 'look in there too'
complete -c prof-symbolize -l path-map -x -d 'FROM=TO: what was in FROM is now in TO'
complete -c prof-symbolize -l force -d 'take files that changed since'
complete -c prof-symbolize -l no-demangle -d 'leave names as linkers know them'
complete -c prof-symbolize -l keep-suffixes -d 'tell fib.cold from fib'
complete -c prof-symbolize -l no-cache -d 'neither use nor keep answers from before'
