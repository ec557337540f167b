# Texts of reports. Every language has the same messages; a test compares them.

# Page
page-title = { $drive }: { $method }
page-title-several = { $count } runs compared
skip-to-content = Skip to the content
toggle-theme = Light or dark
contents = Contents
meaning = Meaning
verdicts = Verdicts
odd = Warnings
missing = Not measured
nothing-missing = Everything requested was measured.
results = Results
charts = Charts
conditions = Conditions
how-measured = Measurement details
raw-data = Raw data
raw-data-text = The complete record of each run, with every sample and histogram, is stored beside this page:
page-data-text = The data of this page is stored beside it, too:
chart-table = Values of this chart
chart-keys = Keys, when the chart has the focus: + and - zoom, arrows move, 0 shows all. Mouse: Shift and the wheel zoom, dragging moves.
table-thinned = The lowest and highest sample of each interval, from { $count } samples.
footer = Made by iogram { $version } from run { $run }. Times are UTC. MB is 10^6 bytes, MiB is 2^20.
run-heading = Run { $run }
cell-missing = { $cell }: { $reason }
percentile-missing = { $percentile } requires { $needed } requests; these cells had fewer: { $cells }
state-interrupted = interrupted
state-io-errors = ended by I/O errors
state-full = ended because no space was left
state-vanished = ended because the device disappeared
state-read-only = ended because the device no longer accepted writes
state-stalled = ended because requests never completed
state-unsupported = not supported by the target
state-unknown = ended in a way unknown to this version
run-interrupted = Interrupted: stopped before the end. Missing results were not measured.
run-failed = Failed: stopped because a cell could not continue. Missing results were not measured.
run-unknown = Ended in a way unknown to this version. Missing results were not measured.
run-running = Not ended: still running, or ended by a crash or a power cut. Missing results were not measured.
verdict-pass = pass
verdict-fail = fail
verdict-unknown = unknown

# The answer of a run and what stands below it
verdict-counterfeit = COUNTERFEIT: reports { $announced }, holds { $real }. Do not store anything on it.
verdict-counterfeit-holds = COUNTERFEIT: holds little more than { $real }. Do not store anything on it.
verdict-counterfeit-doubtful = DOUBTFUL: may hold less than it reports; this sign is often a false alarm. Store nothing on it until you have tested all of it.
verdict-counterfeit-or-reader = DRIVE OR READER: reports { $announced }, but only { $real } is reachable, the limit of some readers and ports. Store nothing on it until you have tried another reader.
verdict-counterfeit-or-reader-unsized = DRIVE OR READER: only { $real } is reachable, the limit of some readers and ports. Store nothing on it until you have tried another reader.
verdict-counterfeit-unsized = COUNTERFEIT: holds less than it reports. Do not store anything on it.
verdict-damaged = BAD: does not return the data that was written to it. Do not store anything on it.
verdict-read-only = BAD: accepts no writes.
verdict-dying = BAD: requests fail. All data on it is in danger.
verdict-genuine = GENUINE: holds the { $announced } that it claims.
verdict-genuine-unsized = GENUINE as far as the log shows: all written data was intact.
verdict-capacity-unknown = NOT KNOWN: cannot tell whether the drive holds the capacity that it claims.
verdict-fails-beyond-readers = DRIVE OR READER: { $count ->
    [one] 1 request
   *[other] { $count } requests
} of "{ $cell }" failed, { $count ->
    [one] beyond
   *[other] all of them beyond
} { $limit }, the limit of some readers and ports. Try another reader before you judge the drive.
verdict-requests-failed = BAD: failed requests in "{ $cell }": { $count }.
verdict-cell-beyond-the-end = INCOMPLETE: reads of "{ $cell }" that hit the end of their file: { $count }. The drive is not the cause.
verdict-cell-not-supported = INCOMPLETE: "{ $cell }" is not supported here.
verdict-wrong-data-read = BAD: { $count ->
    [one] 1 read
   *[other] { $count } reads
} of "{ $cell }" returned wrong data, first at byte { $offset }. Do not store anything on it.
verdict-cell-steady = "{ $cell }" was steady after { $time }, by { $rule }: { $ratio } in its last window.
verdict-cell-too-slow = "{ $cell }" ended after { $time }: { $rate }, below its required rate ({ $rule }).
verdict-cell-not-steady = "{ $cell }" was not steady when it ended, by { $rule }: { $ratio } in its last window.
verdict-cell-too-short = "{ $cell }" ended before one whole window of { $rule }.
verdict-other-data-read = BAD: { $size } written by "{ $cell }" came back as wrong data. Do not store anything on it.
verdict-vanished = BAD: the drive disappeared during "{ $cell }".
verdict-hung = BAD: the drive no longer answers: requests of "{ $cell }" did not complete.
verdict-rule-broken = FAIL: { $measured }; required: { $limit }. Rule: { $rule }.
verdict-rule-kept = PASS: { $measured }; required: { $limit }. Rule: { $rule }.
verdict-rule-kept-up-to = PASS for the first { $size } written without a rest, NOT MEASURED beyond that: the drive may be slower there. { $measured }; required: { $limit }. Rule: { $rule }.
verdict-good-for = { $use }: good enough; { $work }: { $measured }, { $share } of the required { $limit }.
verdict-good-for-up-to = { $use }: good enough for the first { $size } written without a rest, NOT MEASURED beyond that: the drive may be too slow there; { $work }: { $measured }, { $share } of the required { $limit }.
verdict-not-good-for = { $use }: NOT good enough; { $work }: { $measured }, { $share } of the required { $limit }.
verdict-good-for-close = { $use }: too close to call; { $work }: { $measured }, { $share } of the required { $limit }; other runs may give the other answer.
verdict-good-for-stalls = { $use }: DOUBTFUL; { $work }: { $measured } meets the required { $limit }, but the drive stalls for up to { $longest } at a time.
verdict-rule-stalls = DOUBTFUL: { $measured } meets the required { $limit }, but the drive stalls for up to { $longest } at a time. Rule: { $rule }.
verdict-good-for-open = { $use }: cannot tell. Too little was measured for "{ $rule }".
verdict-good-for-unruled = { $use }: no pass or fail, because nobody publishes a requirement; { $work }: { $measured }.
verdict-if-kept = Valid only if this drive keeps confirmed writes when the power fails. It confirms them in { $time }, faster than flash or disks write; iogram cannot tell whether it keeps them.
verdict-not-kept = Confirmed writes may be lost when the power fails. This drive confirms them in { $time }, faster than flash or disks write, and has no power-loss protection ({ $source }).
figure-at-least = { $value } or more
figure-at-most = { $value } or less
verdict-rule-in-memory = NOT KNOWN: the target is in memory, not on a drive. Rule: { $rule }.
verdict-rule-disturbed = CANNOT TELL, the computer slowed it down: { $why }. Run it again on a quiet computer. Measured: { $measured }; required: { $limit }. Rule: { $rule }.
verdict-good-for-disturbed = { $use }: CANNOT TELL, the computer slowed it down: { $why }. Run it again on a quiet computer. Measured: { $work }, { $measured }; required: { $limit }.
verdict-held-up = CANNOT TELL, the computer slowed "{ $cell }" down: { $why }. Run it again on a quiet computer: its slow results may not be the drive's.
worst-run = { $worst } in the worst of { $count } runs ({ $all } over all runs)
verdict-rule-of-no-drive = NOT KNOWN: the measured figures are not the drive's. Rule: { $rule }.
verdict-good-for-no-drive = { $use }: cannot tell. The figures for "{ $rule }" are not the drive's.
verdict-reads-of-nothing = NO FIGURE OF THE DRIVE in { $count } of { $all ->
    [one] 1 read test
   *[other] { $all } read tests
}, first "{ $cell }": { $what }.
verdict-of-no-drive = NO FIGURE OF THE DRIVE: { $what }.
verdict-merged = MERGED REQUESTS: iogram made { $made }, and { $reached } reached the drive. The requests per second are not the drive's.
verdict-rule-open = NOT KNOWN: too little was measured. Rule: { $rule }.
advice-best = { $use }: { $drive } is the best drive in the catalogue ({ $figure } { $value }).
advice-alike = { $use }: { $count } drives suit, with no significant difference: { $drives }.
advice-best-so-far = { $use }: { $drive } is the best so far ({ $figure } { $value }). Not all requirements of this use were measured.
advice-alike-so-far = { $use }: { $count } drives lead so far, with no significant difference: { $drives }. Not all requirements of this use were measured.
advice-none-suits-best = { $use }: { $count ->
    [one] the drive does not meet all requirements:
   *[other] none of the { $count } drives meets all requirements. The best of them:
} { $drive } ({ $figure } { $value }).
advice-none-proven = { $use }: no drive is proven to suit; the deciding figures were not measured.
advice-none-suits = { $use }: { $count ->
    [one] the drive does not suit
   *[other] none of the { $count } drives suits
}.
advice-unproven = Not proven: { $count }.
advice-simulated = SIMULATED, no hardware was measured: { $count }.
advice-worth = Best value among { $count } drives with a price: { $drive }, { $work } { $value } for { $price }.
advice-worth-unproven = Best value among { $count } drives with a price: { $drive }, { $work } { $value } for { $price }. Not proven: only this figure of them is known; other requirements were not measured.
advice-unsuitable = Unsuitable: { $count }.
compare-better = { $side } ({ $drive }) is better in { $count } of { $total ->
    [one] 1 figure
   *[other] { $total } figures
} and worse in none; largest difference: { $figure }, { $change } ({ $range }).
compare-worse = { $side } ({ $drive }) is worse in { $count } of { $total ->
    [one] 1 figure
   *[other] { $total } figures
} and better in none; largest difference: { $figure }, { $change } ({ $range }).
compare-faster = { $side } ({ $drive }) is faster over all rates combined: { $change } ({ $range }). By figure, it is better in { $better } and worse in { $worse } of { $total }.
compare-slower = { $side } ({ $drive }) is slower over all rates combined: { $change } ({ $range }). By figure, it is better in { $better } and worse in { $worse } of { $total }.
compare-mixed = { $side } ({ $drive }) is better in { $better } and worse in { $worse } of { $total ->
    [one] 1 figure
   *[other] { $total } figures
}.
compare-alike = { $side } ({ $drive }): { $total ->
    [one] the one figure does not differ
   *[other] none of the { $total } figures differs
} by more than chance.
compare-runs = In these two runs { $side } ({ $drive }) was better in { $better } and worse in { $worse } of { $total ->
    [one] 1 figure
   *[other] { $total } figures
}.
compare-single = In these two runs { $side } ({ $drive }) was better in { $better } and worse in { $worse } of { $total ->
    [one] 1 common figure
   *[other] { $total } common figures
}; largest difference: { $figure }, { $change }.
compare-nothing = { $side } ({ $drive }) and A have no figure in common and cannot be compared.
compare-never = { $side } ({ $drive }) cannot be compared with A: their figures measure different things.
compare-most = Largest difference: { $figure }, { $change } ({ $range }).
compare-reach = Half of the figures have a 95 % interval of { $change } or less to either side.
compare-once = With one run a side, a difference between drives and one between days look the same.
compare-basis = { $runs } runs, { $total ->
    [one] 1 figure
   *[other] { $total } figures
}; chance of a false difference: at most 5 % over all of them
verdict-mark-missed = FAIL: does not meet the requirements of { $mark }: { $reason }.
verdict-short-writes = writes { $measured }; required: at least { $limit }
verdict-short-random-reads = random reads { $measured }; required: at least { $limit }
verdict-short-random-writes = random writes { $measured }; required: at least { $limit }
verdict-marks-open = NOT KNOWN which marks it reaches: too little was measured.
verdict-marks-reached = PASS: meets the requirements of these marks: { $marks }.
verdict-marks-shown = Would reach these marks, but claims none of them: { $marks }.
verdict-marks-shown-but = Would reach { $marks }, but not { $missed }; it claims none of them.
verdict-prepared = PREPARED: { $size } written in { $time }; measure before the drive rests or is discarded.
verdict-marks-none-of = Reaches none of the tested marks ({ $marks }); it claims none of them.
verdict-marks-none = Reaches none of the tested marks; it claims none of them.
verdict-stood-still = Stalled for up to { $longest } at a time; { $lost } of the time in "{ $cell }" was lost.
verdict-stands-still = CAUTION: stalls for up to { $longest } at a time; { $lost } of the time in "{ $cell }" is lost.
verdict-slow-places = CAUTION: { $count ->
    [one] 1 place is far slower than the rest, at
   *[other] { $count } places are far slower than the rest, the slowest at
} { $place } with { $rate }.
verdict-soak-even = No time lost in stalls: { $time } of small writes ("{ $cell }"); the slowest write took { $longest }.
verdict-soak-slow = Slow, but even: { $measured } in { $time } of small writes ("{ $cell }"), no time lost in stalls; the slowest write took { $longest }.
verdict-soak-loses = CAUTION: { $lost } of { $time } of small writes ("{ $cell }") was lost in stalls; the longest stall took { $longest }.
verdict-soak-promise-kept = { $measured } of small writes on average; class { $mark } promises { $promised }.
verdict-soak-promise-missed = CAUTION: { $measured } of small writes on average, but the card claims class { $mark }, which promises { $promised }.
verdict-soak-yardstick = { $measured } of small writes on average; this drive promises no rate (class { $mark } of cards requires { $promised }).
verdict-slow-requests = CAUTION: one request in ten of "{ $cell }" takes { $p90 } or longer.
verdict-slow-for = CAUTION: slow for { $length } without a break: { $rate } instead of { $usual }.
verdict-steady-reached = STEADY after { $rounds } rounds: "{ $cell }" settles at { $value }.
verdict-steady-early = STEADY BY THE RULE, BUT EARLY: "{ $cell }" holds { $value } after { $rounds } rounds, but only { $passes } of the capacity was written by then (required: 200 %); a cache or fresh flash can look the same.
verdict-steady-missed = NOT STEADY within { $rounds } rounds: "{ $cell }" is at { $value } over the last window and still changes; its figures are those of a drive in transition.
verdict-preconditioned = { $count ->
    [one] The load
   *[other] Each of the { $count } loads
} was steady before its measurement.
verdict-preconditioned-missed = NOT STEADY before the measurement: { $missed } of { $count ->
    [one] 1 load
   *[other] { $count } loads
}, "{ $cell }" among them; their figures are those of a drive in transition.
verdict-steady-no-window = NOT STEADY within { $rounds } rounds: a round of the last window has no value.
verdict-steady-too-few = NOT KNOWN whether "{ $cell }" is steady: its test ended after { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, and the rule requires { $window }.
verdict-standard-like = { $like }: not a report by { $name }; unknown required fields: { $missing }, conditions that differ: { $differs }.
verdict-cells-shortened = Measured { $measured } of { $planned }: { $count } of { $total ->
    [one] 1 cell
   *[other] { $total } cells
} ended once the rate was known and had no trend. Every rate is known to ±{ $half_width } ({ $confidence }) for the drive as these cells left it; longer cells write more and can leave it in another state.
verdict-steady-window = Window of { $count } rounds, "{ $cell }": range { $range } of the mean (at most { $range_limit }), change of the fitted line { $slope } (at most { $slope_limit }).
verdict-spare-counted = Over-provisioning about { $value } ({ $low } to { $high }): at the end the drive counts { $amplification } bytes written to its flash for each byte from the host.
verdict-spare-rates = Over-provisioning about { $value } ({ $low } to { $high }), from the fall of its rate: the drive does not count its flash writes.
verdict-spare-unseen = Over-provisioning unknown: { $reason }.
verdict-idle-gives = Idle time restores speed: with { $idle } between the writes, "{ $cell }" reaches { $value }, { $gain } of its value without rests ({ $reference }).
verdict-idle-gives-little = Idle time restores little: with { $idle } between the writes, "{ $cell }" is at { $value }, { $gain } of its value without rests ({ $reference }); a steady state may vary by 10 %.
verdict-idle-gives-nothing = Idle time restores nothing: even with { $idle } between the writes, "{ $cell }" stays at { $value }, { $gain } of its value without rests ({ $reference }).
verdict-filled-both-ways = Filled in { $count ->
    [one] 1 step
   *[other] { $count } steps
}: { $mean } on average, { $share } of the data at less than half of the usual rate; in one go: { $whole } and { $of_whole }.
verdict-filled-in-steps = Filled in { $count ->
    [one] 1 step
   *[other] { $count } steps
}: { $mean } on average, { $share } of the data at less than half of the usual rate.
verdict-demand-most-below = Most IOPS with a mean response time below { $limit }: { $iops } with { $jobs } x { $depth } outstanding (threads x depth), { $mean } each.
verdict-demand-most = Most IOPS: { $iops } with { $jobs } x { $depth } outstanding (threads x depth), { $mean } each on average.
verdict-demand-tail = At that load 1 in 100 requests takes { $p99 } or longer; with the fewest outstanding, { $alone }.
verdict-demand-none = The mean response time is never below { $limit }: even with { $jobs } x { $depth } outstanding (threads x depth) a request takes { $mean }.
verdict-searched-jobs = { $count ->
    [one] 1 job
   *[other] { $count } jobs
}
verdict-searched-depth = a queue depth of { $count }
verdict-search-found = { $iops } with { $load }: every limit held in { $times ->
    [one] 1 of 1 repetition
   *[other] { $times } of { $times } repetitions
}.
verdict-search-enough = { $iops } with { $load }: every limit held, at more than the required { $wanted }.
verdict-search-short = { $iops } with { $load }: every limit held, but more than { $wanted } is required.
verdict-search-none = No load meets the limits: even { $load } broke one.
verdict-search-unconfirmed = No load that once met its limits did so again: down to { $load }, a repetition broke a limit.
verdict-search-broke = With { $load }, { $figure }; the limit is { $limit }.
verdict-search-broke-beside = With { $load }, its concurrent load { $beside } had { $figure }; the limit is { $limit }.
verdict-search-broke-open = With { $load }, requests failed, or too few completed to check a limit.
verdict-search-unlimited = No limit was broken up to { $load }, the highest load tested: the link or the drive's parallelism limits the rate, not the latency.
verdict-search-broke-stretch = With { $load }, its concurrent load { $beside } had { $figure } at worst; the limit is { $limit } in every { $time }.
verdict-demand-enough = { $jobs } x { $depth } outstanding already reach { $share } of it, at { $mean } each: more requests only wait.
verdict-came-back = It recovers: "{ $cell }" is as fast as before ({ $reference }) after { $time }, { $value } on average.
verdict-not-back = NOT RECOVERED within { $time }: "{ $cell }" is at { $value } on average, { $gain } of its value before ({ $reference }).
verdict-nearly-back = It recovers to { $gain } of its value before ({ $reference }): "{ $cell }" is at { $value } on average over { $time }; a steady state may vary by 10 %.
verdict-cache-ends-unsure = Perhaps a cache of { $size }: writes { $before } into it, then { $after }.
verdict-cache-ends = Writes { $before } into a cache of { $size }, then { $after }.
verdict-program-took = { $cell }: { $count ->
    [one] 1 operation takes
   *[other] { $count } operations take
} { $time }.
verdict-trace-scores = { $count } recorded workloads: { $score } points; { $rate } while the drive is busy, { $time } for a read or write on average.
verdict-score-ratio = { $ratio } of the scores of { $reference }.
verdict-scores-of-parts = The same workloads { $count } times: { $best } points at best ({ $best_part }), { $worst } at worst ({ $worst_part }).
verdict-replay-took = { $cell }: { $count ->
    [one] 1 recorded request takes { $time }; it took
   *[other] { $count } recorded requests take { $time }; they took
} { $recorded } when recorded.
verdict-replay-took-alone = { $cell }: { $count ->
    [one] 1 recorded request takes
   *[other] { $count } recorded requests take
} { $time }.
verdict-program-replay-took = { $cell }: the recorded requests of { $count ->
    [one] 1 operation
   *[other] { $count } operations
} of { $application } take { $time } here. The program itself did not run: there is no file system.
verdict-replay-reads = Half of the reads complete within { $half } (recorded: { $half_then }), 99 % within { $most } (recorded: { $most_then }).
verdict-replay-reads-alone = Half of the reads complete within { $half }, 99 % within { $most }.
verdict-replay-writes = Half of the writes complete within { $half } (recorded: { $half_then }), 99 % within { $most } (recorded: { $most_then }).
verdict-replay-writes-alone = Half of the writes complete within { $half }, 99 % within { $most }.
verdict-replay-below = The recorded times are the drive's, below the system's queue; the times here include the system call and the queue, a few tens of microseconds.
verdict-replay-behind = { $cell }: falls behind the recorded times; 1 % of the requests are issued { $late } or more after they were due.
replay-cut = { $time } of idle time was cut
replay-split = { $count ->
    [one] 1 request above 64 MiB was
   *[other] { $count } requests above 64 MiB were
} split
replay-left-out = { $count ->
    [one] 1 discard was
   *[other] { $count } discards were
} skipped
verdict-imported-from = As { $tool } printed it, not measured by iogram; results: { $count }.
verdict-imported-one = { $name }: { $rate }.
verdict-imported-says = Facts about the drive, from { $tool }: { $count }.
verdict-imported-failing = The drive reports that it is failing, as { $tool } printed it.
verdict-imported-warns = The drive warns, as { $tool } printed it.
verdict-imported-warns-of = The drive warns, as { $tool } printed it: { $what }.
imported-warns-and = { $one }; { $other }
imported-warns-spare = its reserve is nearly used up
imported-warns-spare-below = its reserve of { $spare } is below its threshold of { $threshold }
imported-warns-temperature = it is too warm or too cold
imported-warns-reliability = it is less reliable, because of media errors or internal errors
imported-warns-read-only = it accepts no more writes
imported-warns-backup = the backup of its volatile memory failed
imported-warns-memory = its persistent memory is read-only or not reliable
verdict-imported-errors = The drive failed requests, as { $tool } reports: { $errors }.
verdict-imported-limited = { $name }: { $rate } with { $limits }; the drive's rate without that is unknown.
verdict-imported-cached = { $name }: { $rate }, through the computer's page cache: not a figure of the drive alone.
verdict-imported-mixed = { $name }: reads { $read } and writes { $write } at the same time.
verdict-imported-latency = { $name }: { $time } per request.
verdict-imported-no-drive = { $tool } did not measure a drive: its requests went to memory, or to nothing at all.
verdict-imported-passed = The drive reports that it is healthy, as { $tool } printed it; that is not a measurement.
verdict-imported-tables = Tables of another tool, without conclusions: { $count }.
verdict-imported-life = The drive reports { $share } of its life as used.
verdict-imported-life-at-most = The drive reports at most { $share } of its life as used.
imported-name-read = { $name } (read)
imported-name-write = { $name } (write)
imported-name-flush = { $name } (flush)
imported-name-discard = { $name } (discard)
verdict-drives-failed = FAILED: { $count } of { $all ->
    [one] 1 drive
   *[other] { $all } drives
} ({ $which }).
verdict-drives-stall = STALLS in { $count } of { $all ->
    [one] 1 drive
   *[other] { $all } drives
} ({ $which }).
verdict-drives-hurt = CAUTION about { $count } of { $all ->
    [one] 1 drive
   *[other] { $all } drives
} ({ $which }).
verdict-drives-open = NOT KNOWN: no run shows the condition of { $count } of { $all ->
    [one] 1 drive
   *[other] { $all } drives
} ({ $which }).
verdict-runs-failed = FAILED in { $count } of { $all } runs ({ $which }).
verdict-runs-stall = STALLS in { $count } of { $all } runs ({ $which }).
verdict-runs-hurt = CAUTION in { $count } of { $all } runs ({ $which }).
verdict-runs-open = NOT KNOWN: { $count ->
    [one] 1 of { $all } runs does not answer its question
   *[other] { $count } of { $all } runs do not answer their question
} ({ $which }).
verdict-import-done = No file was refused; runs: { $runs }, files: { $files }, stored before: { $known }.
verdict-import-partly = { $refused } of { $files ->
    [one] 1 file
   *[other] { $files } files
} could not be read; runs from the others: { $runs }.
verdict-import-nothing = Nothing was imported; files: { $files }.
verdict-import-defects = Files that report a failed or fake drive: { $count } of { $files } ({ $which }).
verdict-import-warnings = Files with a warning about the drive: { $count } of { $files } ({ $which }).
verdict-import-passed-over = Skipped, because they hold no output of a known tool: { $count }.
verdict-import-known = { $file } was stored before.
verdict-boot-took = Boots in { $time }.
verdict-boots-apart = The same boot takes { $least } at best and { $most } at worst.
verdict-runs-apart = { $cell }: the same work takes { $least } in one run and { $most } in another.
verdict-speed-both = Sequential: reads { $read }, writes { $write }.
verdict-speed-read = Sequential: reads { $read }.
verdict-speed-write = Sequential: writes { $write }.
verdict-cache-back = Its cache recovers in a rest of { $rest }; { $share } of it had recovered after { $before }.
verdict-cache-back-at-once = Its cache needs no rest: all of it recovered at once.
verdict-cache-back-within = Its cache recovers in a rest of { $rest }; no shorter rest was tested.
verdict-cache-not-back = Its cache recovered only in part in the longest rest ({ $rest }): { $share } of it.
verdict-cache-none-from = No SLC cache of { $size } or more: { $reason }.
verdict-cache-or-other = After { $size } writes fall from { $before } to { $after }; whether that is a cache is unknown: { $reason }.
verdict-cache-none = No SLC cache: { $reason }.
verdict-cache-unknown = SLC cache unknown: { $reason }.
verdict-not-in-use = CAUTION: { $warning }.
verdict-writes-fell = Writes fell from { $first } to { $last } during the measurement: a cache that fills, or heat.
verdict-random-both = Random { $block }, one at a time: reads { $read }, writes { $write }.
verdict-random-read = Random { $block }, one at a time: reads { $read }.
verdict-random-write = Random { $block }, one at a time: writes { $write }.
verdict-five-nines = 99.999 % of "{ $cell }" take at most { $latency }.
verdict-five-nines-too-few = 99.999 % of "{ $cell }" cannot be told: { $count } requests are too few, { $needed } are needed.
verdict-durable-best = "{ $cell }" is the fastest of { $count } ways: { $block } writes, each made durable: { $rate }.
verdict-durable-write = { $block } writes, each made durable: { $rate }.
verdict-below-app-class = Slow for an operating system or apps: { $measured } of random writes; class A1 requires { $needed }.
verdict-only-cell = "{ $cell }": { $rate } and { $iops }, reads and writes together.
verdict-read-back-same = Read back and compared { $size }: all of it was intact.
in-a-row = { $one } { $other }
verdict-only-cell-discard = "{ $cell }": discards { $rate }, { $iops }.
verdict-only-cell-read = "{ $cell }": reads { $rate }, { $iops }.
verdict-only-cell-write = "{ $cell }": writes { $rate }, { $iops }.
verdict-nothing-counted = Nothing was measured: every test ended within its ramp, which is excluded.
verdict-measured = Tests measured: { $count }, none failed.
verdict-nothing-measured = NOTHING was measured.
verdict-purged = PURGED: erased, and samples confirm it.
verdict-purged-unseen = PURGED: the drive reports that it erased everything. The sampled places were empty before, so samples cannot confirm it.
verdict-not-purged = NOT PURGED: assume that the drive still holds its old data.
verdict-geometry = Manages its flash in units of { $unit }.
verdict-open-units-both = Keeps { $linear ->
    [one] 1 unit
   *[other] { $linear } units
} open for writes in ascending order, and { $random } out of order.
verdict-open-units-linear = Keeps { $count ->
    [one] 1 unit
   *[other] { $count } units
} open for writes in ascending order.
verdict-open-units-random = Keeps { $count ->
    [one] 1 unit
   *[other] { $count } units
} open for writes out of order.
verdict-geometry-none = Shows no allocation unit: requests take equally long wherever they begin and end.
verdict-geometry-unseen = NOT KNOWN: the measurement could not show its allocation unit.
verdict-interrupted = INCOMPLETE: stopped before the end.
verdict-broken = INCOMPLETE: stopped because a test could not continue.
verdict-unended = INCOMPLETE: still running, or ended by a crash or a power cut.
verdict-see-warnings = Warnings below: { $count }.
verdict-simulated = A simulated drive: no hardware was measured.
basis-cache-ruled-out = selected blocks were tested; a cache of up to { $size } that hides losses is ruled out
basis-cache-is-dynamic = a second pass over the full drive: the cache is made of free space (confidence { $sure })
basis-cache-is-hybrid = a second pass over the full drive: one part of the cache is static, the rest is made of free space (confidence { $sure })
basis-cache-is-static = a second pass over the full drive: the cache is as large on a full drive (confidence { $sure })
basis-every-block = every block was written and read back
basis-repetitions = mean of { $count } runs, spread at most { $spread }
basis-one-repetition = one run; its variation is unknown
basis-worst-of = the worst of { $count } runs; 95 % interval of their mean { $low } to { $high }
basis-broken-by = { $count } of { $total ->
    [one] 1 request
   *[other] { $total } requests
} took { $limit } or longer
basis-requests = { $count ->
    [one] 1 request
   *[other] { $count } requests
}
next-verify-full = to test every block: { $command }
next-resume = to continue: { $command }
next-verify = to find out whether its capacity is real: { $command }
next-good-for = to measure the deciding figures: { $command }
next-write-more = to see the speed after that, write the whole drive: { $command }
next-several-runs = to tell drives from days, measure each drive three times: { $command }
next-see-together = to see them on one page, with charts: { $command }
next-try-all = write all of it and read it back: iogram verify --full DEVICE, or f3write and f3read
next-other-reader-fails = test it in another reader or port, ideally a newer one: if requests fail from the same place on there, the drive is at fault
next-other-reader = test it in another reader or port, ideally a newer one: if it ends at the same place there, it is a counterfeit
next-return = return it to the seller; this report is the evidence
next-save = copy what you need off it, then replace it
head-sure = Confidence: { $confidence }
head-based-on = Based on: { $basis }
head-sure-based-on = Confidence: { $confidence }, based on: { $basis }
head-next = Next: { $next }

reanalysed = run { $run }: { $method } on { $drive }
reanalysed-same = today's rules give the stored results
reanalysed-change = changed: { $subject }: { $before } -> { $after }
reanalysed-nothing = nothing

# The short page of a terminal
brief-simulated = simulated
brief-conditions = Conditions: { $texts }
brief-more = { $count ->
    [one] 1 more line
   *[other] { $count } more lines
}: { $command }
brief-more-warnings = More warnings: { $count }

# Quantities
throughput = throughput
latency = latency
iops = operations per second
time = time
written = data written
percentile = percentile
temperature = temperature
queue-depth = outstanding requests
block-size = block size
read-share = share of reads
offset = offset
round = round
median = median
of-all = of all
fastest = fastest
slowest = slowest
series = series
value = value
mean = mean
p50 = p50
p99 = p99

# Charts
figure-foot = iogram { $version } · { $runs }
foot-run = run { $run }, { $day }
foot-run-imported = run { $run }, imported
foot-run-simulated = run { $run }, { $day }, SIMULATED DRIVE
simulated = { $name } (simulated)
logarithmic = { $what } (logarithmic)
series-read = read
series-write = write
series-flush = flush
series-discard = discard
series-other = other work
series-cached = through the page cache
series-held-back = limited by something else
figure-imported-throughput = Throughput as { $tool } printed it
figure-imported-iops = IOPS as { $tool } printed them
figure-imported-percentiles = Latency by percentile as { $tool } printed it
figure-imported-throughput-time = Throughput over time as { $tool } logged it
figure-imported-iops-time = IOPS over time as { $tool } logged them
figure-imported-latency-time = Latency over time as { $tool } logged it
series-largest = { $name }, largest
figure-imported-note = not measured by iogram
figure-imported-shared-note = the same work in several runs, with the results of each; another tool may measure differently
figure-imported-points = { $count ->
    [one] 1 result is a point
   *[other] each of { $count } results is a point
}
figure-imported-first = the first { $shown } of { $count } results; the table has all
figure-imported-medians = of a run with several results: the median, the lowest and the highest
imported-result-number = result, in the order of the file
bar-run = run { $number }
bar-run-not-counted = run { $number } (not counted)
figure-each-run = Throughput of each run: { $cell }
figure-each-run-note = { $count } runs; the dashed line is the mean of the counted ones
figure-throughput-size = Throughput with blocks of { $size }
figure-throughput-alike-note = mean of the counted repetitions, which are less than 2 % apart
figure-iops-time = IOPS over time: { $cell }
figure-of = { $title }: { $what }
share-of-reads = { $share } % reads
curve-flush = { $cell }, flushes
latency-p50 = p50 latency
latency-p99 = p99 latency
figure-latency-share = Latency by share of reads: { $load }
figure-latency-share-note = reads and writes together; { $count ->
    [one] 1 request
   *[other] { $count } requests
}
figure-missing = missing: { $size }
missing-part = missing
figure-kept-missing = along the capacity; { $size } of the announced { $announced } do not exist
figure-window-range = largest minus smallest { $value } of the mean (at most { $limit })
figure-window-slope = slope { $value } (at most { $limit })
more-charts = All other charts
charts-of = { $part }: { $count ->
    [one] 1 chart
   *[other] { $count } charts
}
charts-further = { $count ->
    [one] 1 chart
   *[other] { $count } charts
}
conditions-details = Drive, link, host and parameters
how-details = Load of each test
and-more = and { $count } more
nothing-to-show = nothing was measured
figure-iops = IOPS of each cell
figure-iops-of = IOPS: { $cell }
figure-iops-size = IOPS with blocks of { $size }
figure-throughput = Throughput of each cell
figure-throughput-of = Throughput: { $cell }
figure-throughput-note = mean of the counted repetitions; a line for each repetition if they are more than 2 % apart, in parentheses if not counted
figure-bandwidth-time = Throughput over time: { $cell }
figure-bandwidth-bytes = Throughput by data written: { $cell }
figure-latency-time = Latency over time: { $cell }
figure-course-note = { $load }; { $count ->
    [one] 1 sample
   *[other] { $count } samples
} of { $interval }
figure-percentiles = Latency by percentile
figure-percentiles-of = Latency by percentile: { $cell }
figure-exceedance = Requests slower than a latency: { $cell }
figure-exceedance-note = all requests of a cell, reads and writes apart; both axes logarithmic; { $count ->
    [one] 1 request
   *[other] { $count } requests
}
share-slower = share of slower requests
figure-percentiles-note = all requests of a cell; both axes logarithmic; { $count ->
    [one] 1 request
   *[other] { $count } requests
}; IOPS of the cell in the legend; curves end where fewer than 10 requests lie beyond
figure-depth = Operations per second by outstanding requests
figure-block = Throughput by block size
figure-block-iops = IOPS by block size
figure-mix-iops = IOPS by share of reads
figure-mix = Throughput by share of reads
figure-mix-map = Block size and share of reads
figure-sweep-note = { $load }; mean of the repetitions, { $count ->
    [one] 1 cell
   *[other] { $count } cells
}
figure-latency-map = Distribution of latencies over time: { $cell }
figure-latency-map-note = colour: number of intervals of { $interval } whose slowest request took this long, by powers of ten; red: requests longer than the line; { $count ->
    [one] 1 interval
   *[other] { $count } intervals
}
figure-capacity = Throughput along the drive
figure-evidence-read = Single reads by size
figure-evidence-read-note = one request at a time; { $count ->
    [one] 1 read
   *[other] { $count } reads
}
figure-mean = mean { $value }
figure-mean-of = mean { $value }
figure-warning-temperature = the drive warns at { $value }
curve-name = { $name }, { $iops } IOPS
read-write = read and write
legend-max = slowest
reads-of = reads of { $size }
allocation-unit = allocation unit { $size }
flash-page = flash page { $size }
boundary = multiples of
extra-delay = delay across the boundary, minus the delay beside it
open-units = open units
figure-boundaries = Reads across boundaries
figure-boundaries-note = single reads at powers of two; the median of { $count } places; reads that are faster across a boundary are drawn as 0
figure-open-units = Throughput by open units
figure-open-units-note = interleaved writes to units of { $size }, one write to each in turn; without the first rounds, which open them
figure-open-units-limit = { $order }: { $count } open
tried-again = { $name }, tested again
figure-stalls = Stalls
figure-scores = Scores of recorded workloads
figure-scores-note = more is better; by the formula that UL publishes, from other traces than UL's
figure-scores-all = all together: { $score }
finding-choice = Chosen loads
finding-choice-name = choice
finding-choice-chosen = chosen cell
finding-choice-chosen-iops = its IOPS
finding-choice-chosen-latency-mean-ns = its mean
finding-choice-iops = IOPS
finding-choice-latency-mean-ns = mean latency
finding-choice-latency-p99-ns = p99
finding-choice-latency-p99999-ns = p99.999
finding-choice-latency-max-ns = max. latency
finding-choice-note = The chosen cell's figures are means over the last rounds; the other figures are those of the cell that then repeated the same for longer.
finding-recovery = Recovery
finding-recovery-cell = cell
finding-recovery-reference = compared with
finding-recovery-idle-ns = idle time
finding-recovery-reference-iops = IOPS before
finding-recovery-iops = IOPS
finding-recovery-reference-bytes-per-s = rate before
finding-recovery-bytes-per-s = rate
finding-recovery-gain-ratio = share
finding-recovery-without-rest-iops = IOPS without rests
finding-recovery-without-rest-bytes-per-s = rate without rests
finding-recovery-rest-gain-ratio = share of that
finding-recovery-recovered-after-ns = back after
finding-recovery-settled-bytes-per-s = settled rate before
finding-recovery-settled-after-ns = back to it after
finding-recovery-latency-max-ns = max. latency
finding-recovery-note = "Back after" is the end of the first repetition, or of the first minute of a single one, that is as fast as the mean it is compared with; it is empty if there is none.
finding-tail-latency = Tail latency
finding-tail-latency-cell = cell
finding-tail-latency-iops = IOPS
finding-tail-latency-p90-ns = 90 %
finding-tail-latency-p99-ns = 99 %
finding-tail-latency-p999-ns = 99.9 %
finding-tail-latency-p9999-ns = 99.99 %
finding-tail-latency-p99999-ns = 99.999 %
finding-tail-latency-max-ns = max
figure-replay = Replay of the trace: { $cell }
figure-slowest = slowest request
figure-replay-stall = stalled for { $length }
figure-replay-note = { $count ->
    [one] 1 request
   *[other] { $count } requests
} in { $elapsed }, busy for { $busy }
figure-replay-cut = { $cut } of idle time cut
figure-replay-late = 1 % of the requests issued { $late } or more after they were due
figure-of-series = the most striking of { $count } similar parts
figure-replay-no-stall = no stall found
figure-stalls-note = times without any completion: { $count }, the longest { $longest }
figure-part = { $title } ({ $part } of { $count })
figure-left-out = not shown: { $count ->
    [one] 1 more cell with a deeper queue or a shorter series; the report of its run shows it
   *[other] { $count } more cells with deeper queues or shorter series; the report of each run shows them
}
figure-side-by-side-note = mean of the counted repetitions; whiskers: lowest and highest repetition
figure-other-runs = { $count ->
    [one] 1 more repetition is
   *[other] { $count } more repetitions are
} in the raw data
figure-short = no curve for { $count ->
    [one] 1 cell
   *[other] { $count } cells
} with fewer than { $least } intervals
figure-sharing = Throughput over time, several cells
figure-sharing-of = Throughput over time: { $cell }
figure-sharing-iops = IOPS over time, several cells
figure-sharing-iops-of = IOPS over time: { $cell }
figure-sharing-latency = Slowest requests over time, several cells
figure-sharing-latency-of = Slowest requests over time: { $cell }
figure-sharing-note = each from its own beginning; { $count ->
    [one] 1 sample
   *[other] { $count } samples
}
figure-mix-of = Throughput by share of reads: { $load }
figure-mixes-note = { $what }; mean of the repetitions; { $count ->
    [one] 1 point
   *[other] { $count } points
}
weighted = 70 % QD 1 + 20 % QD 2 + 10 % QD 4
figure-steady = Steady state: { $cell }
figure-results = IOPS by share of reads and block size
figure-results-note = means over the window of { $window } rounds; { $verdict }
figure-passage = Throughput over the run
figure-passage-iops = IOPS over the run
figure-passage-written = Throughput over data written
figure-passage-written-iops = IOPS over data written
figure-passage-note = { $count ->
    [one] 1 repetition, its mean
   *[other] { $count } repetitions, the mean of each
}
figure-passage-capacity = drive fills: multiples of { $size }
figure-passage-reference = { $cell }: { $value }
figure-five-nines = 99.999 %
figure-fills = { $count } x capacity
figure-steady-all = Steady state, all cells by round
figure-steady-note = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, at most { $most }: { $verdict }
figure-window = window: { $verdict }
figure-window-note = { $count ->
    [one] 1 round
   *[other] { $count } rounds
}; window of the last { $window }: { $verdict }
figure-mean-away = mean { $distance }
figure-slope = fitted line, { $value }
steady-reached = steady state reached
steady-not-reached = steady state not reached
steady-unknown = interrupted before
figure-change = { $into } { $rate }
figure-cache-end = SLC cache ends at { $size }
role-buffer = write buffer
role-cache = cache
role-native = flash
role-folding = flash, folding
role-unknown = change to
rest = rest
cache-taken = written before the cache was full
figure-demand-jobs = Response time by requests per second, by thread count
figure-demand-depth = Response time by requests per second, by queue depth
figure-demand-note = { $count } loads of threads x queue depth, { $within } of them within the limit
figure-demand-limit = required: below { $limit }
figure-demand-iops = Requests per second by threads and queue depth
figure-demand-latency = Mean response time by threads and queue depth
figure-depth-each = outstanding requests per thread
figure-demand-times = Response times of the chosen loads
figure-demand-times-note = { $count ->
    [one] 1 request
   *[other] { $count } requests
}; 20 bars for each power of ten
figure-search = Requests per second and response time by load
figure-search-note = { $name }: { $count ->
    [one] 1 measurement
   *[other] { $count } measurements
}; the result is the load that held and was repeated
figure-search-held = { $what }, every limit held
figure-search-broke = { $what }, a limit broke
figure-search-wanted = required: more than { $rate }
figure-search-limit = { $what }: below { $limit }
share-of-requests = share of the requests
figure-threads = threads
figure-recovery = SLC cache recovered after idle
figure-recovery-note = bytes until the rate falls; { $count ->
    [one] 1 rest
   *[other] { $count } rests
}, { $unknown } of them without a result
figure-first-pass = { $cell }: { $size }
figure-after-rests = First writes, and writes after rests: { $cell }
figure-beginnings-note = the first { $size } of each; { $count ->
    [one] 1 sample
   *[other] { $count } samples
}
writes = writes
reads = reads
slowest-request = slowest request
announced = announced
real = real
bad-lost = lost
bad-overwritten = overwritten
bad-damaged = damaged
bad-unreadable = unreadable
bad-unwritable = unwritable
figure-speed = Speed along the capacity
figure-speed-note = { $count ->
    [one] 1 part
   *[other] { $count } parts
}; below: the slowest request of each
figure-slow-write = slow writes at { $place }: { $rate }
figure-slow-read = slow reads at { $place }: { $rate }
figure-kept = Data that the drive keeps
figure-kept-note = along the capacity; { $count ->
    [one] 1 range with faults
   *[other] { $count } ranges with faults
}
manner-sequential = sequential, { $size }
manner-fragmented = fragmented, { $size }
manner-interleaved = { $streams } interleaved streams, { $size }
figure-recording = Recording, window by window
figure-recording-note = allocation unit { $size }; { $count ->
    [one] 1 window
   *[other] { $count } windows
}; lines: requirements of the marks
figure-updates = Updates of the file table
figure-updates-note = { $count ->
    [one] 1 update of three small writes
   *[other] { $count } updates of three small writes each
}
update = update
figure-evidence-note = { $count ->
    [one] 1 point
   *[other] { $count } points
}
figure-table-region = Writes beside open units
round-time = one write into each unit
figure-first-units = Units written one after the other, from { $start } on
figure-first-units-note = units of { $size }, each filled with writes of one size
figure-unit-writes = Units filled in turn
units-in-order = in order, { $count ->
    [one] 1 unit
   *[other] { $count } units
}
units-out-of-order = out of order, { $count ->
    [one] 1 unit
   *[other] { $count } units
}
unit = unit
figure-unit-ends = Units that could be opened, by amount written
filled = written before
opened = units opened
figure-scatter = Single reads by offset
heatmap-cut = The { $shown } fullest of { $count } cells.
no-script = Charts need JavaScript; the tables below them hold the same values.

footer-page = Made by iogram { $version }. Times are UTC. MB is 10^6 bytes, MiB is 2^20.
price = price
pareto-front = Pareto front: nothing is both cheaper and better
of-first = share of A
as-first = same as A
series-better = better
series-worse = worse
figure-differences = { $run } against { $first }: the largest differences
figure-differences-note = the { $shown } largest of { $count } differences beyond chance; lines are 95 % intervals, an arrow points beyond the axis
figure-compared-iops = IOPS of each side
figure-compared-throughput = Throughput of each side
figure-compared-latency-p99 = p99 latency of each side
figure-compared-note = line: 95 % interval over the runs of a side, or over the repetitions of a single run
figure-compared-dots-note = dots on a logarithmic axis; line: 95 % interval over the runs of a side, or over the repetitions of a single run
figure-price = Value for money: { $figure } by price in { $currency }
figure-price-note = { $count ->
    [one] 1 drive
   *[other] { $count } drives
} with a known price and figure; the line joins those that no other drive beats in both

# What the tables, facts and notes of a report say
title-advise = iogram advise { $purpose }: { $title }
advice-subtitle = Known drives, compared with published rules. No figure is estimated.
figure-of-work = { $figure } of { $work }
then-by = then { $figure }
no-drive-to-rank = No drive in the catalogue is left to rank.
at-place = rank { $number }: { $drive }
asked-below = { $figure }: { $measured }; required: below { $limit }
asked-least = { $figure }: { $measured }; required: at least { $limit }
asked-worst = decided by the worst run: { $value }
asked-next-run = decided by the next run: { $value } or better with 95 % confidence
asked-next-run-any = undecided: its runs differ so much that the next one can give any result
seen-up-to = measured for the first { $size } written without a rest
from-evidence = evidence: { $evidence }
detail-source = source: { $source }
demand-failed = { $demand }: not met: { $title }
demand-unknown = { $demand }: unknown: { $title }
published-not-measured = published, not measured here: { $source }
per-currency = per { $currency }
per-unit-of-its-currency = per unit of its currency
front-note = front: no other drive of that currency is both cheaper and better in { $figure }.
how-to-measure = iogram good-for { $purpose } TARGET measures it.
how-to-replay = iogram run app-day TARGET replays the recorded work.
how-to-look-up = Some facts cannot be measured: take them from the data sheet and store them with iogram catalogue edit.
mean-of-runs = mean of { $count } runs
test-file-of = test file { $size }
written-read-in = { $written }, { $read } in { $time }
size-at-most = at most { $size }
no-cache-up-to = none up to { $size }; iogram did not look for larger ones
usable-part = To use the real part (destroys the contents of the drive): { $command }
at-byte = byte { $number }
bad-ranges-more = { $count } bad ranges in total, { $size } together; the JSON lists all of them.
time-for-size = { $time } in { $size }
rate-for-size = { $rate } in { $size }
rate-on = { $rate }, on { $name }
measure-on-device = - (run it on the device)
measure-in-directory = - (--set file=ext4, or file=FOLDER on it)
open-units-by-order = { $linear } in order, { $random } out of order
in-units = in { $count ->
    [one] 1 unit
   *[other] { $count } units
}
of-file = file
card-sheet-ended = These tests reached their time limit before all was written, so a cache may affect them: { $list }.
card-sheet-ended-one = { $size } after { $bytes }
card-sheet-note = { $count ->
    [one] random in 1 unit: out of order within 1 open unit
   *[other] random in { $count } units: out of order within { $count } open units
}, as flashbench writes (-O --random) and reviews quote it, without the first write into each unit. random anywhere: any block of { $size }, as a system without knowledge of the card writes.
alarm-not-comparable = NOT COMPARABLE: these figures measure different things. The reasons are below; the page shows values, but no differences.
title-compare = iogram compare
compared-runs = { $count } runs compared with A (baseline)
compared-simulated = { $count } simulated runs compared with A (baseline)
compared-some-simulated = { $count } runs compared with A (baseline), { $simulated } of them simulated
started-imported = { $when } (imported)
measured-day-before = { $side } was measured a day before A.
measured-day-after = { $side } was measured a day after A.
measured-days-before = { $side } was measured { $days } days before A.
measured-days-after = { $side } was measured { $days } days after A.
side-against = Differences: { $side } against { $first }
compare-runs-note = Each side is several runs, and each run counts once. Values are geometric means over runs. change: the ratio of these means; its interval holds the true ratio of one figure with 95 % confidence. better and worse: chance makes so large a difference anywhere in this table in at most 5 of 100 comparisons (moderated t test, Holm); they come first. alike: less than 2 % apart.
compare-single-note = One run a side: better here and worse here describe these two runs, by their repetitions, and say nothing about the next run of either drive. Rates are means of repetitions; percentiles are of their merged requests; a change with an interval compares geometric means over repetitions. alike: less than 2 % apart in these runs.
stalls-note = A stall: the drive completed nothing for at least 0.4 s, and far longer than usual here. Programs that use the drive freeze for that time. Measurements from outside cannot show the reason.
to-the-end = { $time } (to the end)
slow-note = A slow stretch: at least ten seconds at less than a quarter of the cell's usual rate, after which the drive was as fast as before. A mean hides it; users notice it.
cache-note = cache: the amount written at the first rate; a larger copy continues at the rate after it. static: as large on a full drive. dynamic: made of free space, so keep some free. hybrid: both. folding: the rate while the drive also empties its cache.
plateau-note = Parts of each pass with about the same rate. below half: share of the data written at less than half of the overall mean rate; a steady drive has 0 %.
recovery-note = The amount that is written at full speed again after an idle time of this length.
rest-time = rest
kernel-counted-note = requests that each device completed while the cell ran, from any program; merged: joined with another request; busy: share of the time with any request in progress
no-drives = the catalogue has no drives; iogram catalogue add NAME makes an entry, iogram catalogue import-samples imports published ones
drive-defect = { $what } Do not use it (run { $run }).
drive-without-figures = Nothing was measured or published; iogram catalogue attach adds runs.
alarm-simulated = SIMULATED: no hardware was measured.
alarm-published = PUBLISHED ELSEWHERE: no figure here was measured by iogram.
of-drive = drive { $drive }
price-on = { $price } on { $day }
endurance-promised = { $size } of writes (promised)
published-by-source = published: { $source }
drive-summary-note = mean: of the counted runs; for a percentile, of all their requests; for published ones, the median.
durable-4-kib = durable 4 KiB
drives-units = { -rate }, { -rate-definition }, - is unknown, * is published elsewhere
run-of-drive = { $shown } of { $drive }
source-measured = measured by iogram, method { $method }.
source-published = * published by { $source }: { $method }.
history-note = Rows of one method and block size are comparable; iogram compare checks whether two runs are, and gives the confidence of a difference.
title-history = { $drive } over time
took-virtual = { $time } of the drive's time in { $real }
took-time = took { $time }
started-at = started { $time }
imported-at = imported { $time }
of-run = run { $run }
drive-null = none: requests complete at once
drive-behind-line = unnamed drive of the computer behind { $name }
drive-imported-unnamed = measured by another tool, which does not name it
drive-imported = measured by another tool, { $name } in its log
with-firmware = firmware { $name }
with-serial = serial { $name }
drive-simulated = simulated, in virtual time: { $name }
with-seed = seed { $number }
blocks-logical = blocks of { $size } logical
blocks-physical = { $size } physical
made-for-run = made for this run: { $how }
mounted-on = { $kind } mounted on { $place } ({ $options })
size-free = { $size } free
with-scheduler = scheduler { $name }
with-write-cache = write cache { $name }
count-requests = { $count ->
    [one] 1 request
   *[other] { $count } requests
}
requests-at-most = requests of at most { $size }
with-read-ahead = read-ahead { $size }
cpu-of-count = { $name } ({ $count ->
    [one] 1 CPU
   *[other] { $count } CPUs
})
count-cpus = { $count ->
    [one] 1 CPU
   *[other] { $count } CPUs
}
with-memory = { $size } memory
with-kernel = kernel { $name }
with-governor = governor { $name }
with-smt = SMT { $name }
count-socket = 1 socket
count-sockets = { $count } sockets
count-core = 1 core
count-cores = { $count } cores
count-thread = 1 thread
count-threads = { $count } threads
with-microcode = microcode { $name }
memory = memory
memory-at-rate = { $kind } at { $rate }
memory-module = 1 module of { $kind }
memory-modules = { $count } modules of { $kind }
with-board = board { $name }
of-day = of { $day }
virtual-machine = virtual machine
virtual-machine-of = virtual machine ({ $name })
container-of = container ({ $name })
vulnerable-to = vulnerable: { $names }
mitigations-active = CPU mitigations active: { $count }
with-driver = driver { $name }
hardware-queues = hardware queues: { $count }
count-polled = { $count } polled
with-options = options { $names }
with-clock-source = clock source { $name }
frequency-by = frequency by { $name }
energy-preference = preference { $name }
idle-by = idle by { $name }
idle-states = idle states { $name }
aspm-policy = ASPM policy { $name }
link-states = link states { $name }
sata-link = SATA link { $name }
wake-within = drive may wake within { $name }
tuned-change = { $what } { $during } instead of { $before }
tuned-failed = not done: { $reason }
tool-floor = engine floor { $time } per request
with-clock = clock { $name }
with-clock-of-another = clock of another tool
clock-read-in = read in { $time }
clock-steps = steps of { $time }
percentile-latency = { $percentile } latency
no-table-region = none: the beginning is like the rest
with-confidence = confidence { $share }
registers-agree = its registers agree
registers-say = its registers report { $size }
only-at-beginning = only at the beginning of the drive
at-any-beginning = wherever a sequence of writes begins
slower-than-next = { $share } slower than the next
faster-than-next = { $share } faster than the next
as-fast-as-next = as fast as the next
time-at-least = at least { $time }
time-then-rate = { $time } and then { $rate }
table-reads-of = Reads of { $size }.
table-more-sizes = The JSON has { $count ->
    [one] 1 more size
   *[other] { $count } more sizes
}.
count-files = { $count ->
    [one] 1 file
   *[other] { $count } files
}
sectors-read = { $ok } ok, { $corrupted } corrupted, { $changed } changed, { $overwritten } overwritten
by-read-share = { $load }, { -rate } by share of reads
line-total = { $cell } total
repetition = { $cell } run { $number }
every-repetition = { $cell } every run
repetitions-counted = { $cell } { $count } of { $all } runs
repetitions = { $cell } runs { $numbers }
warning-threshold = warning threshold { $value }
from-sources = from the { $sources }
every-cell = every cell: { $load }
depth-of = { $reached } of { $asked }
path-with = { $name } with { $features } ({ $reason })
paths = path: { $paths }
loop-closed = closed loop: a request starts when another completes; latency is from issue to completion.
loop-open = open loop: requests start by a schedule; latency is from the intended start to completion.
access-random = random
trace-name = trace
trace-score = score
score-ratio = ratio
busy-rate = { -rate } while busy
access-mean = mean access
access-mean-recorded = when recorded
all-traces = all together
scores-explained = Score: the geometric mean of the rate while the drive was busy, in MB/s, and the number of reads and writes per second if done one after the other; more is better. UL publishes this formula for its storage benchmarks; these are other traces, so no score is comparable with UL's.
ratio-explained = Ratio: the score divided by that of { $reference }; all together: the geometric mean of these ratios.
load-replay = trace { $trace }, { $how }
how-boots = Boots: { $count }, each from the first byte of a line with "{ $from }" to that of a line with "{ $to }"; the computer's requests to its drive meanwhile are unknown
load-application = operations of { $application }, { $block } each
program-page = pages of { $size }
access-sequential = seq
access-permutation = permutation
from-to = { $from } to { $to }
of-region = region { $region }
ramp-left-out = first { $time } left out
share-reads = { $share } reads
share-writes = { $share } writes
share-discards = { $share } discards
share-flushes = { $share } flushes
of-depth = queue depth { $depth }
jobs-shared = { $count } jobs of queue depth { $depth } on one region
jobs-sliced = { $count } jobs of queue depth { $depth } each in its own slice
jobs-alike = { $count } jobs of queue depth { $depth } each on the whole region
at-rate = at { $rate }
reads-again = { $after ->
    [one] every write
   *[other] { $count } of every { $after } writes
} read again
writes-again = each discarded block rewritten
reads-written = reads the data written by a load with { $share } reads
with-pauses = pauses of { $pause } after every { $count }
with-pauses-either = pauses of { $pause } after every { $count }, or { $time } without one
with-pauses-timed = pauses of { $pause } after { $time } without one
either-or = { $one } or { $other }
until-below = { $limit }, or a rate below { $rule }
until-steady = { $limit }, or as soon as it is steady: { $rule }
until-certain = { $limit }, from { $after } on as soon as the rate is known to ±{ $within } ({ $confidence })
sync-each = { $call } after each write
sync-every = { $call } { $count ->
    [one] after every write
   *[other] after every { $count } writes
}
sync-end = { $call } at the end, included in the time
sync-dsync = each write durable (RWF_DSYNC)
buffered-cold = buffered I/O, page cache emptied before
written-data-dedupe = written data random, { $share } of the writes repeat the one before
written-data-compressible = written data random with { $share } zeros
marks-note = Measured like the class test, not a certification.
marks-own-pattern = Not to the specification, because its pattern is not public: { $marks }.
reads-per-s = { $rate } reads/s
writes-per-s = { $rate } writes/s
rate-read-at-random = { $rate } read at random
table-update-up-to = updates of the file table up to { $slowest }
rate-written = { $rate } written
marks-allocation-unit = Allocation unit: { $size }.
marks-table-updates = Updates of the file table: at most { $mean } each over eight in a row, the slowest { $slowest }.
marks-fragmented = In half-used allocation units: { $rate } (not part of a verdict).
marks-interleaved = Eight interleaved streams: { $rate } together (not part of a verdict).
marks-host = On this host { $queue }, and { $cache }.
card-queue-used = the card's queue was in use
card-queue-unused = the card's queue was not in use
card-queue-unknown = it is unknown whether the card's queue was in use
card-cache-used = the card's cache was in use
card-cache-unused = the card's cache was not in use
card-cache-unknown = it is unknown whether the card's cache was in use
note-unknown-entries = { $count ->
    [one] 1 entry of a kind unknown to this version is not shown; the record keeps it
   *[other] { $count } entries of kinds unknown to this version are not shown; the record keeps them
}
note-left-out = { $cell }: excluded by hand: { $reason }
note-resumed-at-start = resumed: the run was interrupted before its first cell finished, and continued at { $time }
note-resumed-after-first = resumed: the run was interrupted after its first cell, and continued at { $time }
note-resumed-after = resumed: the run was interrupted after { $count ->
    [one] 1 cell
   *[other] { $count } cells
}, and continued at { $time }
note-repeated = repeated: { $items }
note-lost = could not be restored: { $items }
note-measured-twice = measured twice: the first measurement ({ $rate }) is discarded, because iogram did not run for { $time } of it: { $reason }
note-alike = also, with other figures: { $places }
note-ended-with-another = { $items }: ended early, because another load ended the group
note-in-no-figure = { $state }; excluded from all figures
note-covers-until-then = { $state }; its line covers the requests completed by then
error-place = at offset { $offset }
error-places = first at offset { $first }, last at { $last }
error-request = 1 { $operation } request failed, { $error }, { $place }
error-requests = { $count } { $operation } requests failed, { $error }, { $place }
over-time-note = each: the time of one character, whose rate is the mean of its 100 ms intervals. The latencies show shorter stalls.
power-note = from the { $sources }; the notes may name the powered parts. J: from the first request after the ramp to the last completion
purge-done-by = PURGED ({ $method }) in { $time }
purge-done = PURGED in { $time }
purge-no-drive = NOT PURGED: the target is not a whole drive
purge-nothing-worked = NOT PURGED: no method worked in { $time }
purge-interrupted = INTERRUPTED after { $time }: the drive may be partly purged
after-one-cell = after 1 cell
after-cells = after { $count } cells
attempt-done = done after { $time }
attempt-unsupported = not supported after { $time }
attempt-skipped = skipped after { $time }
attempt-failed = failed after { $time }
attempt-not-verified = not verified after { $time }
attempt-interrupted = interrupted after { $time }
due-zeros = expected: zeros
due-ones = expected: ones
due-unknown = expected: unknown, the drive promises no value
purge-samples = of { $count ->
    [one] 1 sample
   *[other] { $count } samples
} { $zeros } read as zeros, { $ones } as ones, { $unchanged } as before ({ $due })
goal-time = time
goal-cool = cool
goal-idle = idle
goal-cool-and-idle = cool and idle
the-beginning = the beginning
nothing-measured = Nothing was measured.
results-repeated-note = mean, best: of the repetitions (CrystalDiskMark shows the best). spread: (highest - lowest) / mean. p50, p99: of the requests of all repetitions together. max: the slowest request of all.
results-not-counted = Not counted: { $names }.
results-unflushed-note = unflushed: the rate until the flush at the end began, while the data was not yet safe on the drive. Do not quote it as the drive's speed.
results-own-time-note = time of writes, time of flushes: each alone. { -rate } and IOPS: both together.
results-percentile-note = -: too few requests for this percentile. p50 requires 20 requests, p90 100, p99 1000, p99.9 10000, p99.99 100000, p99.999 1000000.
line-from-issue = { $line } (from issue)
results-overdue-note = { $count ->
    [one] 1 request was
   *[other] { $count } requests were
} due and did not complete before the end. Latencies count each with at least the time that it had waited, so the percentiles are lower bounds; rates count only completed requests.
no-runs = no runs are stored
state = state
cells = cells
target = target
running = running
alarm-interrupted = INTERRUPTED: stopped before the end. Missing results were not measured.
alarm-failed = FAILED: stopped because a cell could not continue. Missing results were not measured.
alarm-running = NOT ENDED: still running, or ended by a crash or a power cut. Missing results were not measured.
alarm-unknown = ENDED IN A WAY unknown to this version. Missing results were not measured.
rule-asks-below = { $figure } of { $operation } in { $cell }: { $measured }; required: below { $limit }
rule-asks-least = { $figure } of { $operation } in { $cell }: { $measured }; required: at least { $limit }
rule-judged-worst = judged by the worst of { $count } runs; over all of them, as in the table: { $all }
verdict-takes-quiet = a verdict requires a quiet computer: { $why }
verdict-takes-repetitions = a verdict requires that all repetitions completed
verdict-takes-requests = a verdict requires that all repetitions completed, with at least { $count } requests each
preconditioned-summary = Before each cell its own load ran in rounds until it was steady:
rounds-reached = REACHED
rounds-not-reached = NOT REACHED
rounds-unknown = NOT KNOWN: interrupted before
rounds-summary = { $verdict } after { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
} (of at most { $most }), { $time }, { $size } written. Required over { $window } rounds: range at most { $range }, change of the fitted line at most { $slope } of the mean
rounds-rest-on = Before the window ended, { $size } had been written since the purge, or since the run began: { $share } of the capacity (required: 200 %).
rounds-rest-on-little = Before the window ended, only { $size } had been written since the purge, or since the run began: { $share } of the capacity. Below 200 %, the plateau of a cache or of fresh flash is as even as a steady state.
spare-summary = Over-provisioning (space beyond the capacity that random writes can use): { $value }, { $low } to { $high }, { $basis }; confidence { $sure }. Greedy garbage collection with that much space (Desnoyers, SYSTOR 2012, with its transient) differs by { $misfit } from the measurement.
spare-by-counters = by the drive's own counters
spare-by-rates = by its rate
spare-amplification = Write amplification: { $fresh } fresh, { $now } at the end, { $final } if the same writes continue.
results-summary = Means of every cell over the rounds { $rounds }; mixes are reads/writes.
standard-whole = Every field that a report of { $name } requires is known, and all its fixed conditions were met.
standard-like = { $like }: made like { $name }, but not a report by it, for the reasons below.
standard-missing = Unknown: { $fields }.
standard-differs = { $what } was { $value }, required: { $asked }.
field-standard = test
field-model = model
field-serial = serial number
field-firmware = firmware
field-capacity = capacity
field-interface = interface
field-write-cache = write cache
write-cache-on = on
write-cache-off = off
write-cache-switched-on = on, switched for this run
write-cache-switched-off = off, switched for this run
field-cpu = processor
field-memory = memory
field-os = operating system
field-host-adapter = host adapter
field-software = test software
field-purge = purge
field-data-pattern = data pattern
field-preconditioned-range = preconditioned range
field-active-range = active range
field-active-range-amount = active range amount
field-active-range-segments = active range segments
field-precondition-1 = precondition 1
field-precondition-2 = precondition 2
field-outstanding = outstanding requests
field-stimulus = test stimulus
field-duration = duration
field-steady-rounds = window
field-steady-values = steady state values
field-hidden = not published
field-none = none
field-random-data = random
field-whole-range = all of the active range
field-not-applicable = not applicable
field-own-rounds = the rounds of the test itself
field-toio = { $count } (TC { $threads } x QD { $depth })
field-stimuli = { $count ->
    [one] 1 cell
   *[other] { $count } cells
}, "{ $first }" to "{ $last }"
field-rounds = rounds { $first } to { $last }, all rounds { $time }
word-pass = PASS
word-fail = FAIL
word-unknown = UNKNOWN
unknown = unknown
not-measured = not measured
power = power
announced-size = announced
real-size = real
name-allocation-unit = allocation unit
name-flash-page = flash page
name-open-units = open units
lies-on = below
runs-mean = runs -> mean
rank-shared-place = The runs of drives that share a rank show no significant difference.
rank-no-place = rank -: the drive does not suit, or that is unknown.
rank-unproven = unproven: it breaks no rule, but not everything was measured.
rank-front = front: no other drive is both cheaper and better (the Pareto front).
rank-cited = *: published elsewhere, not measured here.
written-data-random = written data random
written-data-zeros = written data zeros
nth-1 = 1st
nth-2 = 2nd
nth-3 = 3rd
nth-4 = 4th
nth-5 = 5th
nth-6 = 6th
nth-7 = 7th
nth-8 = 8th
nth-9 = 9th
nth-10 = 10th..
direct-i-o = direct I/O
buffered-i-o = buffered I/O
size-in-sectors = { $size } ({ $count ->
    [one] 1 sector
   *[other] { $count } sectors
})
files-interrupted = INTERRUPTED: not everything was read.
files-good = GOOD: all written data is intact.
files-missing = BAD: files are missing.
files-lost = BAD: data was lost.
directory = directory
size-in-files = { $size } in { $count ->
    [one] 1 file
   *[other] { $count } files
}, { $rate }
no-space-left = there is no space left
writing-failed = a write failed
stopped = stopped
was-written = written
was-read = read
sectors-ok = ok
sectors-corrupted = {"  "}corrupted
sectors-changed = {"  "}changed
sectors-overwritten = {"  "}overwritten
sectors-unreadable = {"  "}unreadable
files-not-there = missing
drive-unproven = { $drive }: unproven
drive-unsuitable = { $drive }: no
section-ranking = Ranking
section-fleet-models = Models
section-fleet-members = Drives with bad results
section-reasons = Reasons
section-performance-for-money = Performance for money
section-not-measured = Not measured
section-left-out = Left out
section-capacity = Capacity
section-runs = Runs
section-other-differences-between-the-runs = Other differences between the runs
section-differences = Differences
section-stalls = Stalls
section-slow-stretches = Slow stretches
section-cache = Cache
section-what-the-kernel-counted = Kernel counters
section-measured = Measured
section-promised = Promised
section-promised-and-measured = Promised and measured
section-figures = Figures
section-entered-scores = Scores entered by hand
section-also-published = Also published
section-sources = Sources
section-by = Sources
section-geometry = Geometry
section-as-iozone-prints-it = iozone-style table
section-the-drive-s-health = The drive's health
section-how-it-was-measured = Measurement details
section-marks = Marks
section-over-time = Over time
section-power = Power
section-purge = Purge
section-rests = Rests
section-search = The search
section-scores = Scores
section-loads-beside = Concurrent loads
section-results = Results
section-warnings = Warnings
section-verdicts = Verdicts
section-steady-state = Steady state
section-report-by-the-standard = Report by the standard
section-charts = Charts
section-each-repetition-mb-s-mean = Each repetition, { -rate } -> mean
section-by-share-of-reads-mb-s = By share of reads, { -rate }
section-reads-by-size = Reads by size
section-reads-across-boundaries = Reads across boundaries
section-writes-by-turns = Interleaved writes
section-writes-beside-open-units = Writes beside open units
section-unfinished-units = Unfinished units
section-first-units = First units
section-units-filled-by-turns = Units filled in turn
section-what-another-tool-measured = Results of another tool
section-accepted = Accepted
section-refused = Refused
section-passed-over = Skipped
what-another-tool-measured = Results of another tool
accepted = Accepted
refused = Refused
passed-over = Skipped
title-import = Files of other tools
import-subtitle = files: { $count }
imported-result = result
imported-work = work
imported-queue = outstanding
imported-took-up-to = took at most
imported-share-of = requests of { $job }
imported-longer = longer
imported-tool = Tool
imported-when = Measured at
imported-file = From the file
imported-file-text = { $file }, { $size }, SHA-256 { $hash }, read as { $kind }
imported-memory = memory
operations-a-second = operations/s
transactions-a-second = transactions/s
import-file = file
import-kind = kind
import-says = result
import-run = run
import-place = line
import-why = why
import-hint = remedy
import-left-out = runs in neither table nor chart here: { $count }; iogram show and iogram report show them
section-what-f3-says = Results of f3
section-what-h2testw-says = Results of h2testw
section-read-each-run-in-mb-s = Read, each run in { -rate }
section-write-each-run-in-mb-s = Write, each run in { -rate }
section-card-sheet = Card sheet
section-each-time = Each repetition, s -> mean
section-prices = Prices
section-uses = Best drive by use
section-means-denied = Contradicted means
tests-of-records = Records of { $size }, in { $unit }
tests-of-image = Image write, in { $unit }
tests-of-database = Database: { $test }, in seconds
tests-of-boot = Boot of a computer, in seconds
tests-apart = { $drive }: the slowest run took { $times } times as long as the fastest. Neither is reliable.
tests-replayed = iogram replayed the program's recorded requests instead of the program: the times exclude its computing between them.
tests-unlike = Different test settings, so the figures are not comparable: { $settings }.
use-because = { $figure }: { $value }
use-because-next = { $figure }: { $value }; next: { $next } with { $other }
uses-open-note = unproven: not all requirements of the use were measured. no: it does not meet all requirements, and is the best of those that do not. "iogram advise --for USE" lists the open requirements.
because = because
use = use
mean-denied = { $drive }, { $work }: the source states a mean of { $stated } { $unit }, but its runs give { $given } { $unit }.
alarm-some-simulated = SIMULATED: drives with this label are not hardware.
figure-records = Records of { $size }
figure-image = Image write, until it is durable
figure-database = Database: { $test }
figure-boot = Boot of a computer: { $test }
figure-times-note = mean of the counted runs; a line for each run, in parentheses if not counted
figure-each-time = Time of each run: { $cell }
figure-time-of = Time: { $cell }
figure-compared-time = Time of each side
boots-mean = mean
warnings = Warnings
stalls = Stalls
each-repetition-mb-s-mean = Each repetition, { -rate } -> mean
how-it-was-measured = Measurement details
cell = cell
best = best
spread = spread
max = max
note = note
requests = requests
moved = data
load = load
path = path
outstanding = outstanding
submitter = submitter
unflushed = unflushed
drive = drive
capacity = capacity
link = link
test-file = test file
file-system = file system
queue = queue
host = host
tool = tool
parameters = parameters
longest = longest
time-lost = time lost
runs = Runs
differences = Differences
ranking = Ranking
reasons = Reasons
performance-for-money = Performance for money
left-out = Left out
purge = Purge
geometry = Geometry
steady-state = Steady state
by-share-of-reads-mb-s = By share of reads, { -rate }
over-time = Over time
cache = Cache
rests = Rests
marks = Marks
what-the-kernel-counted = Kernel counters
merged = merged
busy = busy
device = device
deviation = deviation
the-drive-s-health = The drive's health
reads-by-size = Reads by size
reads-across-boundaries = Reads across boundaries
writes-by-turns = Interleaved writes
writes-beside-open-units = Writes beside open units
unfinished-units = Unfinished units
first-units = First units
units-filled-by-turns = Units filled in turn
as-iozone-prints-it = iozone-style table
card-sheet = Card sheet
read-latency = read latency
sequential-write-cached = sequential write, cached
sequential-write-direct = sequential write, direct
sequential-write-file = sequential write, file
mb-s-sequential = { -rate } sequential
direct = direct
anywhere = anywhere
mb-s-by-turns = { -rate } interleaved
mb-s-random = { -rate } random
opening = opening
broken-off-too-slow = stopped: too slow
what-f3-says = Results of f3
what-h2testw-says = Results of h2testw
figures = Figures
promised-and-measured = Promised and measured
benchmark = benchmark
score = score
entered-scores-note = Entered by hand: iogram neither measured nor checked any of it. Scores of other versions of a benchmark, or of another computer, are not comparable.
entered-scores = Scores entered by hand
also-published = Also published
read-each-run-in-mb-s = Read, each run in { -rate }
write-each-run-in-mb-s = Write, each run in { -rate }
drives = Drives
measured = Measured
promised = Promised
sources = Sources
by = Sources
pass = PASS
fail = FAIL
yes = yes
no = no
unproven = unproven
none = none
processors = processors
firmware = firmware
kernel = kernel
tuned = tuned
beside = measured together with
notes = notes
method = method
started = started
run = run
figure = figure
other = other
change = change
verdict = verdict
place = rank
suits = suits
decides = decides
front = front
read-mb-s = read { -rate }
write-mb-s = write { -rate }
sync-iops = sync IOPS
why-these-rules = why these rules
source = source
ordered-by = ordered by
at-most = at most
why = why
confidence = confidence
written-read = written, read
hiding-cache = hiding cache
bad-range-from = bad range from
size = size
what = fault
cannot-be-read = cannot be read
cannot-be-written = cannot be written
flipped-bits = flipped bits
lost = lost
overwritten = overwritten
slow-writes-from = slow writes from
slow-reads-from = slow reads from
stalls-2 = stalls
of-the-time = of the time
every = every
longest-ones-at-for = longest: at, for
cache-2 = cache
type = type
sure = sure
into-it = into it
after-it = after it
folding = folding
write-buffer = write buffer
static = static
dynamic = dynamic
hybrid = hybrid
from = from
to = to
into = into
worst-second = worst second
below-half = below half
of-the-first-pass = of the first pass
open-units-linear = open units, linear
open-units-random = open units, random
table-region = table region
first-unit = first unit
discards = discards
flushes = flushes
block = block
before = before
across = across
behind = behind
difference = difference
order = order
linear = linear
random = random
units = units
slowest-write = slowest write
part = part
opened-until-one-closed = opened until one closed
real-capacity = real capacity
sectors = sectors
tested-of-free = tested
ok-sectors = sectors ok
lost-sectors = sectors lost
overwritten-sectors = of them, overwritten
changed-sectors = of them, slightly changed
corrupted-sectors = of them, corrupted
aliased-sectors = aliased memory, in sectors
first-error-at = first error at
first-error-expected = expected there
first-error-found = found there
reading = reading
writing = writing
mean-read = mean read
mean-write = mean write
lowest = lowest
highest = highest
throttled = throttled
times = times
media-errors = media errors
new = new
amplified = amplified
mark = mark
measured-2 = measured
asked-for = required
label = label
registers = registers
mb-s-from-0-to-the-highest = { -rate } from 0 to the highest
each = each
after = after
until = until
took = took
outcome = outcome
begin = begin
end = end
cool-at = cool at
cpu-busy = CPU busy
others-iops = others' IOPS
time-over = timed out
reached = reached
not-reached = not reached
cannot-be-told = cannot tell
interrupted = interrupted
mean-of-window = mean of window
first-round = first round
range = range
failed = failed
better = better
worse = worse
alike = alike
cannot-tell = cannot tell
not-compared = not compared
not-comparable = not comparable
may-explain-a-difference = may explain a difference
product = product
read = read
write = write
tested = tested
promised-2 = promised
marks-2 = marks
average = average
promise = promise
by-2 = by
work = work
runs-2 = runs
day = day
fact = fact
published-by = published by
published = published
bought-as = bought as
kind = kind
shop = shop
endurance = endurance
serial-number = serial number
photo = photo
median-latency = median latency
maximum-latency = maximum latency
mean-latency = mean latency
elapsed-time = elapsed time
time-of-the-writes = time of the writes
time-of-the-flushes = time of the flushes
reads-and-writes = reads and writes
sequential-read = sequential read
throughput-before-the-flush = throughput before the flush
in-memory = in memory
copy-on-write = copy-on-write
compressing = compressing
no-o-direct = no O_DIRECT
smt-not-supported = SMT not supported
turbo-on = turbo on
turbo-off = turbo off
on-battery = on battery
mb-s-unflushed = { -rate } unflushed
min = min
flush = flush
discard = discard
better-in-this-run = better here
worse-in-this-run = worse here
sequential-reads = sequential reads
sequential-writes = sequential writes
random-4-kib-reads = random 4 KiB reads
random-4-kib-writes = random 4 KiB writes
sustained-writes = sustained writes
queued-random-4-kib-reads = queued random 4 KiB reads
queued-random-4-kib-writes = queued random 4 KiB writes
synced-small-writes = synced small writes
database-transactions = transactions of a database
recorded-work-boot = recorded start of a computer
recorded-work-program-start = recorded start of programs
recorded-work-database = recorded database
recorded-work-photo-import = recorded import of photos
recorded-work-video = recorded video
recorded-work-unpack-copy = recorded installation of a game
life = life
used = used
slow-stretches = Slow stretches
slow-from = slow from
for = for
usually = usually
not-fully-read = not fully read
not-written = not written
free-before = free before
virtualisation = virtualisation
test = test
time-share-70-20-10 = 70/20/10 of time
work-share-70-20-10 = 70/20/10 of work
drive-state = { $state }: { $basis }
drive-state-share = { $state }: { $basis }, { $share } of its capacity
drive-state-fresh = fresh
drive-state-purged = purged
drive-state-written = written
drive-state-unknown = as it was found
write-back = write-back
laid-out = laid out
laid-out-written = { $size } written beforehand in { $time } ({ $rate }), excluded from all figures
laid-out-empty = space allocated beforehand in { $time }, excluded from all figures
read-back = read back
per-hour = per hour
written-data-image = written data from an image
written-data-placed = data derived from its position
written-data-headed = { $bytes } behind headers derived from their position
written-data-repeated = data { $data }
read-back-good = { $size } { $times }: every byte is correct
read-back-bad = { $size } { $times }: { $good } of { $count } correct
once = once
times-count = { $count } times
share-of-memory = { $share } of memory
write-back-from = in the background from { $size } dirty
write-back-limit = writers wait from { $size }
write-back-expire = at the latest after { $time }

# Searches, and loads beside cells
search-summary = { $name }: { $varied } from { $from } to { $to }, { $count ->
    [one] 1 measurement
   *[other] { $count } measurements
}. iogram doubles the value until a limit breaks, then halves the distance between a value that held and one that did not, then repeats the largest value that held; if that breaks a limit, it repeats a smaller one.
search-phase = part
search-jobs = jobs
search-depth = depth
search-limits = limits
search-widen = doubled
search-narrow = halved
search-confirm = repeated
search-held = all hold
search-requests-failed = requests failed
search-broke = { $what } { $measured } (limit { $limit })
search-broke-every = { $what } { $measured } (limit { $limit } in every { $time })
search-asked = Required of each measurement: { $limits }; no request fails.
search-below = { $what } below { $limit }
search-at-least = { $what } of at least { $limit }
search-at-least-every = { $what } of at least { $limit }, in every { $time } too
load-beside = { $load } beside { $cell }
beside-load = load
beside-operation = operation
beside-note = Each of these loads began and ended with its cell. If a load has a schedule, its latencies count from the time at which a request was due.

# What comes with iogram: titles of methods, of their rules, of uses and of what they demand
method-card = Card: geometry, sequential and random writes, reads
method-cdm = CDM-like: the profiles of CrystalDiskMark
method-cssd = Consumer SSD review suite: fresh, used, full, mixed, QD1
method-dd-read = Sequential read as with dd: five runs of 1 GiB
method-dd-write = Sequential write as with dd: five runs of 1 GiB into a new file
method-fill-drive = Fill Drive: the whole drive written in order, twice
method-dirty = Dirty test: the drive filled in a thousand steps, and in one go
method-etcd = etcd: its advised job, and the load of light and heavy clusters
method-pg-fsync = PostgreSQL's ways to make its log durable, 8 and 16 KiB
method-zfs-slog = Synchronous writes of 4 KiB to 8 MiB, as for a separate ZFS log
method-ceph-journal = Ceph journal: durable 4 KiB writes in order, by 1 to 5 writers
method-pveperf = pveperf's fsyncs per second: small files, each made durable
method-k3s = K3s: its documented requirements for the drive under its datastore
method-minio = dperf's load: 1 GiB in 4 MiB, four at a time, written and read
method-android = File access as Android's Compatibility Definition requires it
method-untar = Unpacking a tree of 10,000 small files
method-copy-tree = Copying a tree of 1,000 files on the drive
method-sqlite = SQLite: 1,000 inserts, each its own transaction
method-fsync = Small durable writes: 2300 B and fdatasync, 22 MiB
method-geometry = Geometry: flash page, allocation unit, open units
method-image-write = Writing an image, as with dd conv=fdatasync
method-iozone = iozone-like: six passes with records of 4 KiB, 512 KiB and 16 MiB
method-latency = Latency: percentiles and tails of random 4 KiB requests, one at a time
method-low-qd = Low queue depth by share of reads: 0 to 100 %, QD 1, 2, 4
method-precondition-cssd = Preconditioning of consumer SSDs: written twice, 8 GiB at random, a quarter free
method-purge = Purge: returns the drive to the state of a new one
method-boot = Boot of a computer, watched on its serial line
method-quick = Quick look: sequential and random, read and write, in about a minute
method-sd-app = SD application classes A1 and A2, with and without queue and cache
method-sd-class = SD speed classes: C2 to C10, U1, U3, V6 to V90, measured like the class test
method-sd-pi = Raspberry Pi's SD card speed test
method-slc-recovery = SLC cache recovered after idle
method-soak = Soak: sustained small writes, does the drive stall?
method-steady-cssd = Steady state of a consumer SSD: random writes until the rate no longer changes
method-pts-iops = SNIA SSS-PTS, IOPS: 7 mixes x 8 block sizes, in rounds until steady
method-pts-throughput = SNIA SSS-PTS, throughput: sequential reads and writes of 128 KiB and 1024 KiB, in rounds until steady
method-pts-latency = SNIA SSS-PTS, latency: one request at a time, 3 mixes x 3 block sizes, in rounds until steady
method-wsat = SNIA SSS-PTS, write saturation: random writes from a purged drive on, minute by minute
method-atto = Sequential sweep: writes and reads of 512 B to 64 MiB, four at a time
method-ezfio = ezFIO: preconditioned sweeps by block size and threads, 20 minutes of 70/30 for stability
method-pts = SNIA SSS-PTS: IOPS, throughput, latency, write saturation; optionally recovery and demand intensity
method-essd = Enterprise SSD review suite: the consumer's blocks, ezFIO and, for write-intensive drives, write saturation
method-hir = SNIA SSS-PTS, host idle recovery: does idle time restore speed in the steady state?
method-xsr = SNIA SSS-PTS, cross stimulus recovery: large writes, small writes, large writes again
method-dirth = SNIA SSS-PTS, demand intensity: requests per second and response time by threads and queue depth
method-bootbench = OCP boot SSD: the highest read rate within the limits during writes
method-replay = Replay of recorded requests
method-app-consistency = A day's work on a drive under hours of writes
method-app-day = A day's work: recorded workloads of free programs
method-cbw = SNIA SSS-PTS, composite block workload: JESD219's mix by threads and queue depth
method-sync = Sync performance: every write followed by a flush
method-verify = Verify: is the drive counterfeit, damaged or dying?
method-import-fio = fio JSON and JSON+ (2.x, 3.x)
method-import-fio-terse = fio terse output, versions 3 to 5
method-import-fio-log = fio logs (_bw, _iops, _lat, _slat, _clat, _clat_hist)
method-import-fio-text = fio's usual output, versions 2 and 3
method-import-dd = dd of GNU (any language), busybox, toybox, BSD and macOS
method-import-cdm = CrystalDiskMark 3 to 9, as text
method-import-kdiskmark = KDiskMark, as text
method-import-as-ssd = AS SSD Benchmark, as text
method-import-hdtune = HD Tune, HD Tune Pro, benchmark as text
method-import-hdparm = hdparm -t, -T, --direct
method-import-ioping = ioping
method-import-smartctl = smartctl -i, -a, -x as text (ATA, NVMe, SCSI)
method-import-smartctl-json = smartctl -j, all protocols
method-import-nvme = nvme-cli as text: smart-log, id-ctrl, id-ns, error-log, list
method-import-nvme-json = nvme-cli -o json: smart-log, id-ctrl, id-ns, error-log, list
method-import-card-registers = registers of an SD card or eMMC as sysfs shows them (cid, csd, scr, ssr)
method-import-iozone = iozone, tables, -R reports and throughput mode
method-import-bonnie = bonnie++, tables and comma-separated values
method-import-sysbench = sysbench fileio 0.4, 0.5 and 1.x
method-import-pgbench = pgbench
method-import-phoronix = Phoronix Test Suite, XML and JSON
method-import-ezfio = ezFIO, table of tests as CSV
method-import-diskspd = DiskSpd, text and XML
method-import-yabs = YABS (Yet-Another-Bench-Script), text and JSON
method-import-bench-sh = bench.sh and superbench.sh, text
method-import-winsat = winsat disk, in any language
method-import-pi-benchmarks = the storage benchmark of pibenchmarks.com, table
method-import-elbencho = elbencho, CSV and console
method-import-f3 = f3read, f3write, f3probe
method-import-h2testw = h2testw, English and German
method-import-flashbench = flashbench -a, -O, -f, -s
method-import-extcsd = mmc extcsd read
rule-etcd-light = Fast enough for a small cluster: 50 durable writes of 8,000 B a second
rule-etcd-light-latency = Fast enough for a small cluster: 99 % of the flushes of 8,000 B take less than 10 ms
rule-k3s-sqlite = Fast enough for K3s with SQLite: 10 durable writes a second, 500 KiB/s together
rule-k3s-sqlite-latency = Fast enough for K3s with SQLite: 99 % of the flushes take less than 10 ms
rule-k3s-etcd = Fast enough for K3s with embedded etcd: 50 durable writes a second, 250 KiB/s together
rule-k3s-etcd-latency = Fast enough for K3s with embedded etcd: 99 % of the flushes take less than 5 ms
rule-etcd-heavy = Fast enough for a heavy cluster: 500 durable writes of 8,000 B a second
rule-pveperf-fsyncs = Fast enough for pveperf: at least 200 files made durable in a second
rule-android-write = Sequential writes: at least 5 MB/s
rule-android-read = Sequential reads: at least 15 MB/s
rule-android-random-write = Random writes: at least 0.5 MB/s
rule-android-random-read = Random reads: at least 3.5 MB/s
rule-sqlite-disk = A database waits no longer than on a hard disk: at least 60 transactions a second
rule-etcd-fsync = Fast enough for etcd: 99 % of the flushes take less than 10 ms
rule-a1-sequential = sustained writing
rule-a1-read = random reads
rule-a1-write = random writes
rule-a2-sequential = sustained writing
rule-a2-read = random reads
rule-a2-write = random writes
rule-pi-seq-write = sequential writing
rule-pi-rand-write = random writes
rule-pi-rand-read = random reads
use-camera = Photos and video in a camera
use-camera-why = A camera writes large files one after the other, so the rate that it can sustain counts. Speed classes promise a minimum for exactly that.
use-camera-source = a comparison of five SD cards of 2016 (camera: large sequential reads and writes); SD Association, speed classes
demand-v30-burst = fast enough at first for 4K video at the usual bit rates
demand-v30-burst-source = SD Association, Video Speed Class V30: at least 30 MB/s of sequential writes
demand-v30 = fast enough for 4K video at the usual bit rates when a cache is full
demand-v30-source = SD Association, Video Speed Class V30: at least 30 MB/s of sequential writes
use-dashcam = A camera that records day and night
use-dashcam-why = It never stops writing, so no write cache helps and the rate behind the cache counts. Endurance counts as much and is not measured here: see the label for a rating in hours or terabytes.
use-dashcam-source = SD Association, speed classes; the rest is this project's own judgement
demand-v10 = fast enough for Full HD video when the cache is full
demand-v10-source = SD Association, Video Speed Class V10: at least 10 MB/s of sequential writes
use-backup = Backups and copies of whole drives
use-backup-why = A backup writes more at once than a cache holds, so the rate after the cache counts. Nobody publishes a required rate; the requirement here is that of the slowest common mark.
use-backup-source = SD Association, Class 10 and UHS Speed Class 1; the order is this project's own judgement
demand-backup-rate = as fast as the slowest common mark requires when a cache is full
demand-backup-rate-source = SD Association, Class 10 and U1: at least 10 MB/s of sequential writes
use-phone = Apps and photos in a phone
use-phone-why = Apps read and write small blocks, photos large ones. Android states minimum rates of a device's storage for both; A1 and A2 cards promise more for small blocks.
use-phone-source = Android 8.0 Compatibility Definition, 8.2 File I/O Access Performance; SD Association, application classes
demand-android-sequential-write = large files are written fast enough for Android
demand-android-sequential-write-source = Android 8.0 CDD 8.2: 5 MB/s with a 10 MB buffer
demand-android-sequential-read = large files are read fast enough for Android
demand-android-sequential-read-source = Android 8.0 CDD 8.2: 15 MB/s with a 10 MB buffer
demand-android-random-write = small blocks are written fast enough for Android
demand-android-random-write-source = Android 8.0 CDD 8.2: 0.5 MB/s with a 4 KB buffer
demand-android-random-read = small blocks are read fast enough for Android
demand-android-random-read-source = Android 8.0 CDD 8.2: 3.5 MB/s with a 4 KB buffer
use-root-fs = The root file system of a small computer
use-root-fs-why = Logs, packages and databases write small blocks in many places; a fast sequential rate says nothing about that. Raspberry Pi's own card test sets the same limits as the A1 class, with several requests at a time.
use-root-fs-source = a comparison of five SD cards of 2016 (root file system: random 4 kB and a database); Raspberry Pi agnostics sdtest
demand-pi-random-write = small blocks are written fast enough for Raspberry Pi OS
demand-pi-random-write-source = Raspberry Pi agnostics, sdtest.sh: 500 IOPS of 4 KiB random writes (as A1)
demand-pi-random-read = small blocks are read fast enough for Raspberry Pi OS
demand-pi-random-read-source = Raspberry Pi agnostics, sdtest.sh: 1500 IOPS of 4 KiB random reads (as A1)
use-boot = Starting a computer
use-boot-why = Booting reads many small files, mostly one after the other. The cards in a comparison of 2016 differed by half a second at most, so reads beyond a certain rate help little.
use-boot-source = a comparison of five SD cards of 2016 (boot time of a Raspberry Pi 3); the order is this project's own judgement
demand-pi-sequential-write = updates are written fast enough for Raspberry Pi OS
demand-pi-sequential-write-source = Raspberry Pi agnostics, sdtest.sh: 10,000 kB/s of sequential writes
use-database = A database with many small transactions
use-database-why = Every transaction waits until its log is durable. Drives with fast plain writes can be slow at that, so rates of plain writes do not count here.
use-database-source = a comparison of five SD cards of 2016 (1000 SQLite inserts); Percona 2018 on fsync of consumer SSDs
use-etcd = etcd, and Kubernetes on it
use-etcd-why = etcd makes every change durable before it answers, and elects a new leader if that takes too long: the slowest of a hundred syncs counts, not the mean.
use-etcd-source = etcd's and OpenShift's fio recipe: 2300-byte writes, fdatasync after each
demand-etcd-fsync = 99 of 100 syncs are done in time for etcd
demand-etcd-fsync-source = etcd / OpenShift: 99th percentile of fdatasync below 10 ms
use-zfs-slog = A separate intent log of ZFS
use-zfs-slog-why = ZFS writes and flushes this log, and reads it only after a crash: only the time of one small synced write counts. Nobody publishes a limit; people compare drives with FreeBSD's diskinfo -wS. A drive without power-loss protection is unsuitable as a log, however fast it is.
use-zfs-slog-source = FreeBSD diskinfo -wS (158 us for an Intel 710 and 2091 us for a Samsung 950 PRO at 4 KiB in the commit that added it)
use-ceph = A Ceph OSD's journal or WAL
use-ceph-why = The OSD makes every write durable in its log before it acknowledges the write, so drives for Ceph are compared by small synced writes, one after the other. Nobody publishes a limit that holds for every cluster.
use-ceph-source = S. Han's journal test of 2014: fio --direct=1 --sync=1 --rw=write --bs=4k --iodepth=1; no limit is published
use-game = Games: loading and installing
use-game-why = Loading reads large and small blocks with few requests at a time; installing writes large files. No published limit can be measured openly.
use-game-source = the order is this project's own judgement, after the list of actions that 3DMark's storage test replays
use-general = No particular use
use-general-why = Files are copied, programs are started. The requirement is that of the slowest common mark; beyond that, reading and writing large files counts.
use-general-source = SD Association, Class 10 and UHS Speed Class 1; the order is this project's own judgement
use-general-low-price = No particular use, at a low price
use-general-low-price-why = The cheapest drives differ little in price and much in speed: of those that cost at most a tenth more than the cheapest, the one that writes large files fastest is the better buy. Prices are not adjusted for capacity, so all drives must have one capacity.
use-general-low-price-source = a comparison of five SD cards of 2016 (good general performance for a low price); a tenth is this project's own judgement
demand-class-10-low-price = files are written at the rate of the slowest common mark
demand-class-10-low-price-source = SD Association, Class 10 and U1: at least 10 MB/s of sequential writes
use-mostly-reads = Mostly reads at a low price, such as watching videos
use-mostly-reads-why = Data that is written once and read often needs no fast writes: of the drives that cost at most a tenth more than the cheapest, the one that reads large files fastest is the best. Prices are not adjusted for capacity, so all drives must have one capacity.
use-mostly-reads-source = a comparison of five SD cards of 2016 (mostly reads, such as watching videos); a tenth is this project's own judgement
demand-class-10 = files are written at the rate of the slowest common mark
demand-class-10-source = SD Association, Class 10 and U1: at least 10 MB/s of sequential writes

# Sentences that records and files keep in English, found by their wording
link-of = { $now } (of { $most })

# Devices of this computer
list-model = model
list-serial = serial
list-in-use = in use
list-empty = no block devices
list-hidden-one = 1 unused loop, ram or zram device not shown (--all shows them)
list-hidden = { $count ->
    [one] 1 unused loop, ram or zram device
   *[other] { $count } unused loop, ram or zram devices
} not shown (--all { $count ->
    [one] shows it
   *[other] shows them
})
list-removable = removable
list-read-only = read-only
list-more = { $count } more
no-use = no
use-is-mount = { $device } mounted at { $place }
use-is-swap = { $device } is swap
use-is-lvm = LVM { $place } on { $device }
use-is-crypt = encryption { $place } on { $device }
use-is-multipath = multipath { $place } on { $device }
use-is-mapping = mapping { $place } on { $device }
use-is-raid = RAID { $place } on { $device }
use-is-loop = { $place } has { $device } as its file
use-is-holder = { $place } on { $device }
check-nothing = found nothing that would disturb a measurement
check-fix = fix: { $fix }
check-sensors = power sensors: { $names }

# A device
device-serial = serial
device-firmware = firmware
device-blocks = blocks
device-logical = { $size } logical
device-physical = { $size } physical
device-drives = drives
device-in-use = in use
device-holds = written
device-by-id = by id
device-sensors = sensors
device-usb = USB device
device-usb-numbers = USB numbers
device-usb-speed = USB speed
device-usb-protocol = USB protocol
device-pci = PCI function
device-pci-driver = PCI driver
device-pci-link = PCI link
device-scheduler = scheduler
device-write-cache = write cache
device-fua = FUA
device-rotational = rotational
device-requests = requests
device-request-max = largest request
device-read-ahead = read-ahead
device-discard = discard
device-write-zeroes = write zeroes
device-zones = zones
device-zones-of = { $count } of { $size }
device-zones-conventional = { $count } of them conventional
device-zones-open = at most { $count } open
device-zones-active = at most { $count } open or closed
list-zones = zones: { $model }
device-limits = Limits of a measurement
device-queue = Queue
device-unanswered = Queries without an answer
device-health = Health
device-partitions = Partitions
device-connection = Connection
device-model-unknown = unknown model
device-partition-of = partition of { $whole }
device-failing-soon = it expects to fail soon
device-reserve-used = reserved blocks are almost used up ({ $state })
device-alarm = THE DRIVE WARNS: { $what }
device-use-unknown = - (not known)
device-nothing-recognised = nothing recognised
device-warns-at = warns at { $celsius }
device-critical-at = critical at { $celsius }
device-column-name = name
device-column-begins = begins at
device-column-size = size
device-up-to = device up to { $speed }
device-bus-up-to = bus up to { $speed }
device-offers-uas = offers UAS
device-bulk-only = bulk-only
device-driver = driver { $name }
device-made-by-usb = made by USB { $version }
device-pcie = PCIe { $link }
device-function-up-to = function up to { $link }
device-port-up-to = port up to { $link }
device-size-up-to = up to { $size }
device-in-units-of = in units of { $size }
nvme-controller = NVMe controller
nvme-namespace = NVMe namespace
nvme-error-log = NVMe error log
nvme-version = NVMe version
nvme-vendor = vendor
nvme-oui = OUI
nvme-transfer-max = largest transfer
nvme-host-memory = host memory
nvme-flash = flash
nvme-namespaces = namespaces
nvme-temperature = temperature
nvme-throttling = throttling
nvme-commands = commands
nvme-sanitize = sanitize
nvme-slots = firmware slots
nvme-size = size
nvme-thin = thin
nvme-discarded-reads = discarded reads
nvme-best-sizes = best sizes
nvme-nguid = NGUID
nvme-eui64 = EUI-64
nvme-space = namespace
nvme-id = id { $id }
nvme-up-to = up to { $count }
nvme-settable = settable from { $low } to { $high }
nvme-slot-runs = (runs)
nvme-slot-next = (next)
nvme-power-state = power state
nvme-power-most = at most
nvme-power-works = works
nvme-power-enter = to enter
nvme-power-leave = to leave
nvme-best-write = write { $size }
nvme-best-discard = discard { $size }
nvme-best-boundary = boundary { $size }
nvme-format = format
nvme-block = block
nvme-metadata = metadata
nvme-performance = performance
nvme-sensors = sensors { $values }
nvme-error = error
nvme-status = status
nvme-queue = queue
nvme-first-block = first block
health-warnings = warnings
health-none = none
health-life-used = life used
health-spare = spare
health-spare-of = { $share } (warns below { $limit })
health-written = written
health-read = read
health-powered-on = powered on
health-power-cycles = power cycles
health-sudden-offs = sudden power-offs
health-media-errors = media errors
health-logged-errors = logged errors
health-too-hot = too hot
health-too-hot-for = { $warning } warning, { $critical } critical
health-throttled-lightly = throttled lightly
health-throttled-heavily = throttled heavily
health-times = { $count ->
    [one] once
   *[other] { $count } times
}, { $time }
ata-drive = ATA drive
ata-attributes = SMART attributes
ata-model = drive's model
ata-form = form
ata-version = ATA version
ata-speed = SATA speed
ata-cache = drive's cache
ata-fua = drive's FUA
ata-trim = TRIM
ata-security = security
ata-wwn = WWN
ata-smart = SMART
device-checksum = checksum
ata-solid-state = solid state
ata-turns = { $rpm } rpm
device-on = on
device-off = off
ata-trimmed-reads = yes, trimmed blocks read as { $value }
device-wrong = WRONG
device-right = right
ata-commands = { $count ->
    [one] 1 command
   *[other] { $count } commands
}
ata-locked = locked
ata-frozen = frozen until the next power cycle
ata-password-set = password set
ata-erase-in = erase in { $time }
ata-enhanced-in = enhanced erase in { $time }
ata-failing = FAILING
ata-passed = passed
ata-number = number
ata-meaning = usual meaning
ata-value = value
ata-worst = worst
ata-limit = limit
ata-raw = raw
ata-worn-out = worn out
ata-was-at-limit = was at its limit
ata-ok = ok
ata-state = state
card-registers = Card
mmc-registers = eMMC
card-maker = maker
card-maker-unknown = { $id }, unknown
card-oem = OEM
card-product = product
card-revision = revision
card-serial = card serial
card-made-in = made in
card-classes = classes
card-allocation-unit = allocation unit
card-unit-uhs = { $size } (UHS)
card-unit-video = { $size } (video)
card-erase = erase
card-erase-in = { $count ->
    [one] 1 unit
   *[other] { $count } units
} in at most { $time }
card-offers = offers
card-discard = discard
card-full-erase = full erase
card-cache = cache
card-queue = queue of { $depth }
card-bus-width = bus width
card-sd-version = SD version
card-bus-widths = bus widths
card-erased-bits = erased bits
card-csd = CSD
card-csd-version = version { $version }, { $capacity }
card-line-rate = line rate
card-write-protected = write-protected
card-for-ever = permanently
card-for-now = temporarily
mmc-package = package
mmc-serial = chip serial
mmc-version = eMMC version
mmc-bus = bus now
mmc-modes = bus modes
mmc-cache = cache
mmc-queue = command queue
mmc-erase-group = erase group
mmc-trim = trim
mmc-housekeeping = housekeeping
mmc-housekeeping-due = housekeeping due
mmc-boot = boot partitions
mmc-boot-of = 2 of { $size }
mmc-rpmb = RPMB
mmc-firmware = chip firmware
mmc-reserve = reserved blocks
mmc-best-read = read { $size }
mmc-best-trim = trim { $size }
mmc-beyond-all = beyond 100 %
mmc-type-a = { $share } (type A)
mmc-type-b = { $share } (type B)
decoded-security-send-and-receive = security send and receive
decoded-format = format
decoded-firmware-update = firmware update
decoded-namespace-management = namespace management
decoded-self-test = self-test
decoded-compare = compare
decoded-write-uncorrectable = write uncorrectable
decoded-discard = discard
decoded-write-zeroes = write zeroes
decoded-reservations = reservations
decoded-timestamp = timestamp
decoded-verify = verify
decoded-copy = copy
decoded-block-erase = block erase
decoded-overwrite = overwrite
decoded-crypto-erase = crypto erase
decoded-crypto-scramble = crypto scramble
decoded-best = best
decoded-better = better
decoded-good = good
decoded-degraded = degraded
decoded-spare-below-its-threshold = spare below its threshold
decoded-temperature-beyond-a-threshold = temperature beyond a threshold
decoded-reliability-degraded = reliability degraded
decoded-media-read-only = media read-only
decoded-backup-of-volatile-memory-failed = backup of volatile memory failed
decoded-persistent-memory-read-only = persistent memory read-only
decoded-zeros = zeros
decoded-the-same-each-time = the same each time
decoded-anything = anything
decoded-below-1-8-inch = below 1.8 inch
decoded-5-25-inch = 5.25 inch
decoded-3-5-inch = 3.5 inch
decoded-2-5-inch = 2.5 inch
decoded-1-8-inch = 1.8 inch
decoded-raw-read-errors = raw read errors
decoded-spin-up-time = spin-up time
decoded-starts-and-stops = starts and stops
decoded-reallocated-sectors = reallocated sectors
decoded-seek-errors = seek errors
decoded-power-on-hours = power-on hours
decoded-spin-retries = spin retries
decoded-power-cycles = power cycles
decoded-program-failures = program failures
decoded-erase-failures = erase failures
decoded-power-losses-without-notice = power losses without notice
decoded-power-loss-protection-failures = power-loss protection failures
decoded-downshifts-of-the-link = downshifts of the link
decoded-end-to-end-errors = end-to-end errors
decoded-uncorrectable-errors-reported = uncorrectable errors reported
decoded-command-timeouts = command timeouts
decoded-temperature--airflow = temperature (airflow)
decoded-power-off-retracts = power-off retracts
decoded-load-cycles = load cycles
decoded-temperature = temperature
decoded-hardware-ecc-recovered = hardware ECC recovered
decoded-reallocations = reallocations
decoded-pending-sectors = pending sectors
decoded-uncorrectable-sectors-offline = uncorrectable sectors offline
decoded-crc-errors-of-the-link = CRC errors of the link
decoded-written-by-the-host = written by the host
decoded-read-by-the-host = read by the host
decoded-success = success
decoded-invalid-command = invalid command
decoded-invalid-field-in-command = invalid field in command
decoded-data-transfer-error = data transfer error
decoded-aborted-by-power-loss = aborted by power loss
decoded-internal-error = internal error
decoded-aborted-on-request = aborted on request
decoded-invalid-namespace-or-format = invalid namespace or format
decoded-block-address-out-of-range = block address out of range
decoded-capacity-exceeded = capacity exceeded
decoded-namespace-not-ready = namespace not ready
decoded-invalid-log-page = invalid log page
decoded-write-fault = write fault
decoded-unrecovered-read-error = unrecovered read error
decoded-end-to-end-protection-check-failed = end-to-end protection check failed
decoded-compare-failure = compare failure
decoded-access-denied = access denied
decoded-deallocated-or-unwritten-block = deallocated or unwritten block
decoded-1-bit = 1 bit
decoded-4-bits = 4 bits
decoded-8-bits = 8 bits
decoded-4-bits-ddr = 4 bits DDR
decoded-8-bits-ddr = 8 bits DDR
decoded-52-mhz-ddr-1-8-v-or-3-v = 52 MHz DDR 1.8 V or 3 V
decoded-card = card
decoded-package-on-package = package on package
decoded-backward-compatible = backward compatible
decoded-high-speed = high speed
decoded-normal = normal
decoded-warning = warning
decoded-urgent = urgent
decoded-none = none
decoded-manual = manual
decoded-auto = auto
decoded-not-critical = not critical
decoded-performance-impacted = performance impacted
decoded-critical = critical

# A trace
trace-title = Trace { $name }
trace-from = read from { $source }
trace-volume = volume { $name }
trace-wrong-lines = { $count ->
    [one] 1 line of the source could not be parsed; the trace does not contain it
   *[other] { $count } lines of the source could not be parsed; the trace does not contain them
}.
trace-requests = Requests
trace-sizes = Sizes
trace-programs = Programs
trace-program = program
trace-kind = kind
trace-share = share
trace-share-of-kind = share of its kind
trace-bytes = bytes
trace-mean-size = mean size
trace-sequential-share = sequential
trace-max = max
trace-other-sizes = other sizes
trace-duration = duration
trace-busy = busy
trace-of-time = { $time } ({ $share } of the time)
trace-gaps = gaps
trace-gaps-text = { $count } of 25 ms or more without a request, { $time } together ({ $share } of the time), the longest { $longest }
trace-working-set = touched
trace-read-first = read before written
trace-end = highest address
trace-capacity = drive
trace-alignment = aligned to
trace-without-completion = without completion
trace-mix = Writes are { $writes } of the reads and writes, and { $bytes } of their bytes.
trace-sequential = { $share } continue one of the last 32 streams: mostly sequential.
trace-random = { $share } continue one of the last 32 streams: mostly random.
trace-half-sequential = { $share } continue one of the last 32 streams: partly sequential.
trace-depth = While the drive is busy, { $mean } requests are outstanding on average, { $most } at most.
trace-durable = Data is made durable { $count ->
    [one] once in { $bytes } written
   *[other] { $count } times, once per { $bytes } written
}.
trace-never-durable = Nothing is ever made durable: no flush, no FUA write.

## A site of many runs

site-title = Storage measurements
site-all-runs = All runs
site-summary = Runs: { $runs }, drives: { $drives }. Figures are the best of the settings that a run measured. Click a heading to sort, tick runs to compare them.
site-search = Search
site-search-hint = drive, method, answer, run
site-kind = Kind
site-method = Method
site-verdict = Verdict
site-capacity = Capacity
site-from = From
site-until = Until
site-any = any
site-drive = Drive
site-date = Date
site-run = Run
site-select = Compare
site-compare-button = Compare the ticked runs
site-compare-title = Comparison
site-compare-hint = Tick runs in the list of all runs to see them here side by side.
site-none-found = No run matches.
site-left-out = Left out
site-left-out-why = These files were changed after they were bundled, or could not be read; this site contains nothing of them.
site-file = File
site-why = Why
site-newest = { $shown } of { $count ->
    [one] 1 drive
   *[other] { $count } drives
}: the newest run of each, the fastest first
site-of-drive = Runs of this drive
site-made = Made by iogram { $version }. Methods ask different questions: compare runs of the same method.
site-verdict-good = good
site-verdict-failed = failed
site-verdict-caution = caution
site-verdict-unknown = unanswered
site-verdict-measured = measured
site-verdict-none = none
site-simulated-note = simulated: no hardware was measured

fleet-nothing = Nothing is known about a fleet yet: no stored run identifies its drive.
fleet-too-few = Too early to tell whether anything is odd: a model needs at least seven drives for a comparison (drives: { $drives }).
fleet-none-beside = A comparison of the drives with one another shows no further odd drive (drives: { $drives }, models: { $models }). The smallest difference that would have shown is listed below.
fleet-uncompared = Not compared with siblings: { $count ->
    [one] 1 of { $all } drives, because its model has
   *[other] { $count } of { $all } drives, because their models have
} fewer than seven.
fleet-member = { $drive } ({ $model }): { $reason } Runs with this result: { $said } of { $runs }.
fleet-members-more = Further drives with bad results: { $count }.
fleet-none = Nothing odd was found (drives: { $drives }, models: { $models }). The smallest difference that would have shown is listed below.
fleet-odd = Odd: { $count } (drives: { $drives }, models: { $models }). Of a hundred fleets in which nothing is odd, about one looks like this by chance.
fleet-drive = Drive { $drive } ({ $model }) differs from its siblings ({ $siblings }): { $work }, { $figure } { $change }: { $value }, usually { $usual }.
fleet-firmware = Firmware { $other } ({ $model }) differs from { $base }: { $work }, { $figure } { $change } ({ $low } to { $high } with 95 % confidence; drives: { $other_count } against { $base_count }).
fleet-batch = Drives from serial number { $first } on ({ $model }) differ: { $work }, { $figure } { $change } (drives: { $behind } against { $before } before).
fleet-drift = Drive { $drive } ({ $model }) changes over its life: { $work }, { $figure } { $change } at the end, { $life } (runs: { $runs }).
fleet-more = Further figures that show it: { $count }.
fleet-times = { $ratio } times as high
fleet-higher = { $share } higher
fleet-lower = { $share } lower
fleet-life-used = from { $from } to { $to } of its life used
fleet-life-written = from { $from } to { $to } written
fleet-life-days = days: { $days }
title-fleet = iogram fleet
fleet-subtitle = { $drives ->
    [one] 1 drive
   *[other] { $drives } drives
} of { $models ->
    [one] 1 model
   *[other] { $models } models
}, { $runs ->
    [one] 1 run
   *[other] { $runs } runs
}
fleet-distribution-note = Each drive counts once, with the median of its runs; percentiles are of drives.
fleet-charts-note = Charts of the first { $shown } of { $count } figures: "iogram fleet FIGURE --out DIR" shows one of them.
figure-fleet-note = bar: the median drive; line: the middle half of the drives; small print: the lowest and the highest
figure-fleet-cut = bar: the median drive; line: the middle half of the drives; small print: the lowest and the highest; { $shown } of { $count }, the table has all
fleet-model = model
fleet-drives = drives
fleet-runs = runs
fleet-firmwares = firmware
fleet-visible = smallest visible difference
fleet-visible-from = { $share }
fleet-not-visible = not yet: 7 drives are needed
fleet-questions = Tests of the figures: { $count } (drives against siblings, firmware, serial numbers in order, each drive over its life).
fleet-unidentified = Runs that do not identify their drive, excluded: { $count }.
fleet-group = of
fleet-figure = figure
fleet-least = min
fleet-quarter = p25
fleet-median = median
fleet-three-quarters = p75
fleet-most = max

# Key figures, and parts of methods in words
foot-simulated = SIMULATED DRIVES
foot-runs = { $count } runs
figure-fill-time = Sustained write speed while the drive fills: { $cell }
figure-fill-bytes = Sustained write speed by data written: { $cell }
figure-cache-bytes = SLC cache at the beginning of the fill: { $cell }
figure-cache-of = { $name }: cache ends at { $size }
curve-mean = { $name }, mean { $rate }
figure-even = Latency of most requests
figure-even-of = Latency of most requests: { $cell }
figure-even-note = up to 99 % of the requests on linear axes; the chart by nines shows the slowest 1 %
share-faster = share of the requests that are faster
intervals = intervals
figure-stall-line = 100 ms
figure-key-sequential = Sequential and sustained throughput
figure-key-single = 4 KiB random requests, one at a time
figure-key-queued = 4 KiB random requests, queued
figure-key-tail = The slowest of 10,000 requests
figure-key-note = the fastest first; the same tests of each drive; the accent colour marks the drive that the others are compared with
figure-key-note-less = the shortest first; the same tests of each drive; the accent colour marks the drive that the others are compared with
key-sequential-read = Sequential read
key-sequential-write = Sequential write
key-fill-mean = Fill, mean
key-cache-size = SLC cache
key-after-cache = After the cache
key-random-read = 4K read, QD1
key-random-write = 4K write, QD1
key-queued-read = 4K read, queued
key-queued-write = 4K write, queued
key-sync-write = 4K write + flush
key-read-tail = 4K read, p99.99
key-write-tail = 4K write, p99.99
key-of-different-cells = { $name } (other tests)
key-ranking = * Best, or less than 2 % behind, of { $count ->
    [one] 1 figure
   *[other] { $count } figures
} that can be ranked: { $sides }.
section-key-figures = Key figures
first-table = Classic tests
block-fresh = CrystalDiskMark, new drive
block-fresh-nvme = CrystalDiskMark NVMe profile, new drive
block-fresh-day = Recorded workloads, new drive
block-used = CrystalDiskMark, used drive
block-used-nvme = CrystalDiskMark NVMe profile, used drive
block-used-day = Recorded workloads, used drive
block-fill-drive = Filling the drive
block-precondition = Preconditioning
block-precondition-again = Preconditioning after the fill
block-purge = Purge
block-purge-again = Purge before the fill
block-sync = Durable writes
block-low-qd = Low queue depth
block-latency = Latency of single requests
method-diagnose = Is it any good, and for what?
section-diagnosis = Diagnosis
diagnosis-question = Question
diagnosis-verdict = Verdict
diagnosis-sure = Confidence
diagnosis-answer = Answer
diagnosis-good = good
diagnosis-measured = measured
diagnosis-caution = caution
diagnosis-bad = bad
diagnosis-unknown = cannot tell
diagnosis-not-reached = not reached
question-capacity = Capacity
question-rates = Sequential
question-small-blocks = Small blocks
question-durable-writes = Durable writes
question-cache = Cache
question-stalls = Stalls
question-open-units = Open units
question-heat = Heat
question-link = Link
question-health = Health
diagnosis-keep = KEEP IT. { $why }
diagnosis-open = CANNOT TELL whether to keep it: its capacity was not tested. Nothing else is wrong so far.
diagnosis-return = RETURN IT. { $why }
diagnosis-replace = REPLACE IT. { $why }
diagnosis-stalls = ONLY FOR WORK THAT CAN WAIT. { $why }
diagnosis-hot = COOL IT. { $why }
diagnosis-slow = SLOW: writes at { $measured } sequentially; the lowest common mark requires { $limit }.
diagnosis-good-for = Good for: { $uses }.
diagnosis-not-for = Not for: { $uses }.
diagnosis-use = { $use }
diagnosis-cause = Why it stalls or slows down: { $cause }.
cause-cache-full = its cache is full after { $size }
cause-open-units = small writes go to more places than the { $count } units that it keeps open
cause-units = small writes to many places take { $times } times as long as sequential ones: each makes the drive copy a whole unit
cause-heat = it is too hot and slows itself down
cause-link-resets = the link was reset: requests waited up to { $time }, as long as the system waits before it resets
cause-failing = it is failing
cause-computer = the computer, not the drive: { $why }
cause-unknown = the reason was not found
diagnosis-no-stalls = no stall in { $count } requests, { $time }
diagnosis-no-cliff = no cliff within { $size } of writes
diagnosis-cool = did not throttle; at most { $temperature }
diagnosis-heat-unseen = the drive reports no temperature
diagnosis-link = { $link }
diagnosis-link-unknown = the link is unknown
diagnosis-life-used = the drive reports { $share } of its life as used, and no unreadable data
diagnosis-media-errors = the drive reports unreadable data: { $count }
diagnosis-no-media-errors = the drive reports no unreadable data
diagnosis-health-unseen = the drive reports no counters
diagnosis-no-answer = measured, but too little for an answer
diagnosis-needs-time = needs at least { $time } more: raise --max-time
diagnosis-needs-borrow = needs --borrow (contents are put back)
diagnosis-needs-destroy = needs --destroy SERIAL (all data is lost)
diagnosis-needs-drive = needs the whole drive
diagnosis-ended = not needed: the drive loses data
diagnosis-not-asked = does not apply to this drive
next-diagnose-borrow = to test its capacity and put everything back: { $command }
next-diagnose-longer = to answer the rest: { $command }
next-soak = to watch the stalls for longer: { $command }
