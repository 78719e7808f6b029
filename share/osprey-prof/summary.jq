# The summary that editors read, from the records that prof-aggregate writes: osprey-prof(7) lists its fields.
#
#     prof-aggregate raw.json | jq -n -f summary.jq > fib.profile.json
#
# Percentages are of on-CPU samples, 0 to 100.

def percent($part; $whole): if $whole == 0 then 0 else $part / $whole * 10000 | round / 100 end;

def hottest: sort_by(-.self, .kind != "user", -.total)[];

def checked:
    if any(.[]; type == "array") then error("there are samples in it: it wants the records of prof-aggregate")
    elif .[-1].type != "end" then error("it has no end: it was cut")
    else . end;

def all($type): .[] | select(.type == $type);

def only($type): first(all($type)) // error("it has no \($type) record: it wants the records of prof-aggregate");

[inputs] | checked
| only("profile") as $profile
| only("summary") as $summary
| $summary.oncpu as $oncpu
| {
    version: 1,
    program: ($profile.exe | split("/") | last // ""),
    wallSeconds: $summary.wall_seconds,
    cpuSeconds: $summary.cpu_seconds,
    sampleCount: $summary.samples,
    rateHz: $profile.rate_hz,
    droppedSamples: $profile.dropped,
    unregisteredCpuSeconds: (($profile.unregistered_cpu_ns // "0" | tonumber) / 1e9),
    fibers: [all("fiber") | {id: .fiber, label: .name, samples, oncpuSamples: .oncpu}],
    hotFunctions: [limit(50; [all("function")] | hottest) | {
        name, file, line,
        selfPct: percent(.self; $oncpu),
        totalPct: percent(.total; $oncpu),
        selfSamples: .self,
        totalSamples: .total,
        kind
    }],
    hotLines: [limit(100; [all("line") | select(.kind == "user" and .self > 0 and .self >= $oncpu * 0.005)] | hottest) | {
        file, line,
        pct: percent(.self; $oncpu),
        samples: .self,
        totalPct: percent(.total; $oncpu),
        totalSamples: .total
    }]
}
