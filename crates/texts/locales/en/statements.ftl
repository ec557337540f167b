# Sentences that a record keeps in English beside their ids, by those ids. Every other language has them with its other
# texts; a test compares them.

# Joining
joined = { $one }; { $other }
listed = { $one }, { $other }
run-of-cell = { $cell } run { $number }

# Words
word-read = read
word-write = write
word-flush = flush
word-discard = discard
word-reads-and-writes = reads and writes
word-write-before-flush = write, before the flush
not-known = unknown

# Capacity
capacity-every-block-kept = every block kept its data
capacity-kept = test blocks across the whole drive kept their data, and no cache that iogram looked for hid a loss; a drive that lacks only its last few MiB, or stops keeping data after more writes, looks the same
capacity-kept-after = test blocks across the whole drive kept their data, even after { $size } of writes, and no cache that iogram looked for hid a loss; a drive that lacks only its last few MiB, or stops keeping data after more writes, looks the same
capacity-stopped = after { $size } of writes the drive keeps no new data at any address
capacity-unfinished = the test did not finish
capacity-read-only = the drive rejects writes
capacity-wraps = data written beyond the real capacity overwrites the beginning
capacity-lost = data written beyond the real capacity is lost
capacity-fails-at-reader-limit = every request from { $size } on fails, and none before it; some readers, ports and bridges reach no further with any drive
capacity-at-reader-limit = some readers, ports and bridges reach only { $size } with any drive: a genuine drive looks the same in them
capacity-repeats = addresses repeat, and only a part of each period exists
capacity-nothing-kept = the drive returns no data that was written to it
capacity-requests-failed = failed requests: { $count }
capacity-blocks-wrong = blocks with wrong data: { $count }
capacity-writes-failed = writes failed with { $error }, first at byte { $offset }
capacity-not-durable = making the writes durable failed: { $error }
capacity-rest-kept = all checked data written before that was intact
capacity-rest-lost = some of the data written before that could not be read back

# F3
f3-contradicted = f3probe calls it good, but { $reason }
f3-sizes-contradict = { $reason }; but its sizes contradict each other
f3-says-so = f3probe's verdict
f3-says-so-cut-off = f3probe's verdict; the log is cut off before the real size
f3-half-module = f3probe's verdict, but the { $size } that it gives for "limbo" is exactly half of the address range: every published log with more evidence showed another size, and two of seven such drives were genuine
f3-probes-contradict = one verdict of f3probe; another one calls the drive genuine
f3-probes-differ = f3probe's verdict; its reports give sizes up to { $size }, and the smallest counts
f3-sizes-say-so = f3probe's sizes; its verdict is cut off
f3-one-border = { $size } of the files are intact, and everything beyond one point is lost: the drive ends there; the file system takes space too, so the drive holds a little more
f3-sectors-lost = { $count ->
    [one] 1 of { $total } sectors does not hold the data written to it
   *[other] { $count } of { $total } sectors do not hold the data written to them
}; the log does not show the real capacity, or whether the drive is counterfeit or damaged
f3-files-failed = files that could not be read or written: { $count }
f3-free-space-kept = all data written to the free space was intact; the log does not show the real capacity
f3-files-kept = all files that were read were intact; the log does not show the share of the drive that they fill
f3-wrote-only = the log is from f3write, which only writes; f3read shows whether the drive kept the data
f3-no-verdict = the tool's verdict is not in the log
log-part-tried = only { $tested } of the { $available } of free space was tested, and all of it was intact; the rest is unknown
log-defective = the tool calls it defective; the log does not show the amount lost
log-first-error = the first { $size } of the files are intact, and almost nothing after that is; the file system takes space too, so the drive holds a little more
log-most-lost = { $count ->
    [one] 1 of { $total } sectors does not hold the data written to it
   *[other] { $count } of { $total } sectors do not hold the data written to them
}, more than a merely damaged drive loses; the log does not show the real capacity
log-overwritten = { $size } of the files are intact, and the others hold data that was written later: addresses repeat; the file system takes space too, so the drive holds a little more

# Geometry: what it rests on
evidence-boundaries = reads across boundaries
evidence-boundaries-and-units = reads across boundaries and unfinished units
evidence-unfinished = unfinished units
evidence-beside-open = writes beside open units
evidence-turns-linear = interleaved writes in linear order
evidence-turns-random = interleaved writes in random order

# Geometry: why there is no answer
noun-allocation-unit = an allocation unit
noun-page = a page
boundary-few-sizes = reads crossed the boundaries of too few sizes
boundary-disputed = no clear pattern: several tables give different answers
nothing-measured-to-show-it = no test that could show it ran
boundary-unsure = no clear pattern: { $size } fits with { $share } confidence
boundary-unsure-other = no clear pattern: { $size } fits with { $share } confidence, { $other } with { $other_share }
boundary-unsure-none = no clear pattern: { $size } fits with { $share } confidence, no size with { $other_share }
boundary-sizes-missing = cannot be seen: reads crossed only boundaries of sizes from { $lowest } to { $highest }
boundary-reads-unknown = cannot be seen: the time of reads within { $what } is unknown
boundary-no-step = no pattern: reads across the end of { $what } take at least { $share } longer, and no size shows that step at its multiples
boundary-hidden = cannot be seen: reads vary too much to show a step of less than { $share } of a read at the end of { $what }
boundary-scatters = no clear pattern: { $size } fits, but its step is only { $factor } times the scatter of the rows
boundary-page-or-unit = reads across multiples of { $size } take longer; nothing shows whether these are pages or allocation units
open-unit-unknown = the size of a unit was not found: if a unit is smaller than the { $window } written in each place, several are open at once
open-window-larger = the { $window } written in each place do not lie within one unit of { $size }, so several units are open at once
open-limit-hidden = { $count } units at once are as fast as one; if closing a unit takes no longer than a write, a drive with a limit looks the same
boundary-threefold = no clear pattern: { $size } fits, and so does { $other }, because these reads cross only two in seven of its boundaries
unit-unseen-in-reads = reads show no units, but interleaved writes show that there are some; their size was not found
open-no-writes-linear = no writes in linear order
open-no-writes-random = no writes in random order
open-some-rounds-slower = no clear pattern: beyond { $count ->
    [one] 1 unit
   *[other] { $count } units
} some rounds are slower, not all
open-out-of-order-slower = no clear pattern: out-of-order writes are slower, yet in order no number of units is too many
open-not-tried-again = no clear pattern: writes are slower from { $count } units on, and fewer units were not tested again
open-nothing-written = nothing was written
open-no-limit = no limit: { $count } units at once are as fast as one
open-between = { $within } is within the limit and { $beyond } is beyond it; no number in between was tested
open-contradicted = no pattern: { $beyond ->
    [one] 1 open unit is too many
   *[other] { $beyond } open units are too many
}, yet { $within } are not
open-too-many = { $count ->
    [one] 1 open unit is too many
   *[other] { $count } open units are too many
}; fewer were not tested
unit-ends-no-limit = this test requires a limit of open units, and none was found
unit-ends-alike = no pattern: the number of units that can be opened does not depend on the amount written before
unit-ends-no-pattern = no pattern: no unit size explains after which amounts one more unit can be opened
fat-no-limit = no limit of open units was found, so nothing can be written beyond it
fat-no-end = its end was not found in the tested part
fat-no-pattern = no pattern: places that accept writes beside open units lie between places that do not

# Alignment
align-partitions = Begin partitions at multiples of { $size }: if a file system begins inside an allocation unit, the drive copies data at both ends of every large write.
align-ext4 = ext4: mkfs.ext4 -E { $options }.
align-f2fs = f2fs: mkfs.f2fs -s { $count } makes its sections as large as an allocation unit.
align-f2fs-none = f2fs: no number of 2 MiB segments makes up an allocation unit.
align-exfat = exFAT: mkfs.exfat -c { $cluster } with the boundary of a unit (-b { $unit }); keep the layout that a card came with if it has one.

# Marks
mark-too-small = the card is too small for the test, or the test ended too early
mark-unfinished = the test did not finish
mark-needs-bus = the mark requires a { $bus } bus, and a slower slot or reader lacks it
mark-other-bus = the mark requires a { $bus } bus, and the card is on { $link }
mark-slow-writes = the slowest stretch of writes is too slow
mark-slow-reads = random reads are slower than the required write rate
mark-slow-table = eight updates of the file table in a row take more than 100 ms each on average
mark-slowest-table = an update of the file table takes more than 750 ms
mark-not-reached = not reached: { $cells }
mark-not-measured = not measured: { $cells }
mark-held = the computer may be the reason: { $why }

# Cache
cache-throttled = the drive throttled, and throttling causes cliffs too
cache-held = the computer may have slowed the writes down: { $why }
cache-hot = single reads took { $factor } times as long right after the pass as after the rest: a drive that slows down when hot shows such cliffs without a cache
cache-faint = after { $size } writes fall from { $before } to { $after }; heat or garbage collection can cause such a small drop
cache-heat-unknown = heat causes such cliffs too; it was not measured, and the drive does not report it
cache-no-cliff-from = no cliff: after its first part the pass never slowed down; a cache of less than { $size } looks like a write buffer or noise
cache-too-large = it fills a larger share of the drive than static caches do: either the drive has such a cache, or its flash is slower from there on
cache-no-cliff = no cliff: after its first part the pass never slowed down
cache-needs-whole = only passes over the whole drive show the type
cache-needs-second = only a second pass, after a rest, shows the type
cache-nothing-back = on the full drive none of it recovered during the rest; a cache that needs longer to empty looks the same
cache-freed-at-once = on the full drive none of it recovered during the rest; with free space it recovered at once
cache-never-back = it recovered neither during the rest nor with free space
cache-freed-in-part = none of it recovered during the rest, and with free space less than a dynamic cache recovers
cache-little-back = with free space it recovered like a dynamic cache; the little that recovered during the rest may be a write buffer or a static part
cache-strange = its recovery during the rest and with free space does not fit a cache: heat, a write buffer or uneven flash cause such cliffs too
cache-more-on-full = the cache took more data on the full drive than on the empty one
cache-none-to-recover = no cache was found that could recover
cache-hardly-faster = the cache is hardly faster than the flash: garbage collection hides the recovered amount
cache-freed-by-writing = no more recovered than a pass frees while it writes, without a rest
cache-whole-pass = the whole pass fit in it: its size is at least this
cache-hidden = cannot be seen: the link carried at most { $rate }, and the flash sustains that; a faster cache would look the same
cache-buffer-unknown = the size of the write buffer was not measured, and its end causes such a cliff too
cache-near-buffer = it is hardly larger than the write buffer ({ $size } measured), whose end causes such a cliff too
cache-burst-as-fast = a burst of { $size } after the pass was as fast as the writes before the cliff: it did not exceed the write buffer (for a larger burst: --set buffer=4GiB), or the cache had room again, or the hot drive had cooled down
cache-buffer-room = the write buffer had room for { $size } again, as much as it had time to empty: it may be larger and cause the same cliff

# State of the flash
state-purged-by = purged by { $method }
state-written = { $size } written before
state-user-says = prepared, according to the user
state-purged = purged
state-simulated = a simulated drive starts in its described state
flash-state-unknown = earlier writes to it are unknown
state-user-purged = purged, according to the user
state-discarded = all of it discarded
state-unwanted = the flash was { $state } ({ $basis }), but { $method } is for { $wanted }: --set { $setting } prepares that first
state-as-found = the drive is measured as found, but { $method } is for { $wanted }: --set { $setting } prepares that first
found-fresh = fresh
found-written-to = { $share } written
found-written-in-part = partly written
found-unknown = in an unknown state
wanted-fresh = a new drive
wanted-purged = a purged drive
wanted-written = a used drive, written over its whole capacity
wanted-other = a drive in another state

# Warnings that follow from a record
outlier-run = { $cell } ({ $operation }): one of { $count } runs reached { $rate }, the median run { $middle }; the outlier counts like the others
above-link = { $cell } ({ $operation }): { $rate } measures the computer's memory, not the drive: its link carries at most { $limit } ({ $link })
above-any-link = { $cell } ({ $operation }): { $rate } measures the computer's memory, not the drive: no link of { $drive } drives carries more than { $limit }
above-queue = { $cell }: { $depth } requests were outstanding, but the kernel's queues of this drive hold { $room }: the excess requests wait outside the queues and overtake each other. Rates and mean latencies are valid; the median and high percentiles measure that waiting, not the drive
cell-throttled = { $cell }: the drive throttled { $how }; these are the figures of a hot drive
throttled-times = { $count ->
    [one] once
   *[other] { $count } times
}
throttled-for = for { $time } by its own counter
throttled-at = at up to { $temperature }

# Warnings of the engine
throttled-itself = the drive throttled for { $time } in total (starts: { $count })
reached-warning-temperature = the drive reached { $temperature }; its warning threshold is { $limit }
generator-thread = a submitting thread used a whole core ({ $share } of it in the kernel): the CPU, not the drive, may be the limit
generator-cores = every core was busy ({ $share } of it in the kernel): the CPU, not the drive, may be the limit
ended-in-ramp = it ended within its ramp of { $ramp }, which is excluded, so it has no figures (use a shorter ramp, or measure longer)
depth-not-reached = only { $depth } of { $asked } requests were outstanding on average
behind-schedule = the target could not keep up with the rate: { $count ->
    [one] 1 request was
   *[other] { $count } requests were
} due and did not complete
held-waited = a thread of iogram waited { $share } of the time for a processor
held-generator = the computer, not the drive, set the pace
held-others = other programs used { $share } of all processors, and none was idle
held-busy = the processors were { $share } busy before or after the run
held-stolen = the host of this virtual machine withheld { $share } of the processors' time (steal)
held-memory = programs waited { $share } of the time for memory
held-drive = other programs transferred { $size } on the drive meanwhile
held-paused = iogram did not run for { $time }: { $reason }
held-clock = the computer's clocks were { $time } apart
waited-for-processor = a submitting thread waited for a processor for { $share } of the time: { $what } (find the program that uses it: top -b -n 1 | head -15)
waited-for-processor-taken = a submitting thread waited for a processor for { $share } of the time and lost it { $count ->
    [one] once
   *[other] { $count } times
}: { $what } (find the program that uses it: top -b -n 1 | head -15)
partly-computers = rates and latencies are partly the computer's
percentile-computers = { $percentile } may be the computer's
processors-used-by-others = the processors were { $busy } busy, { $others } with other programs: stop these programs (top -b -n 1 | head -15) and measure again
processors-used-by-others-own = the processors were { $busy } busy, { $others } with other programs; iogram used { $own }: stop the other programs (top -b -n 1 | head -15) and measure again
stolen-processors = the host of this virtual machine withheld { $share } of its processor time (steal): measure on the host, or while the host is quiet
memory-pressure = programs waited for memory for { $share } of the time: stop those that use much memory (ps aux --sort=-rss | head) and measure again
host-paused = iogram did not run for { $time }, { $when }: { $reason }; the computer caused this, not the drive: rates exclude that time
host-paused-asleep = { $time } of it asleep
host-paused-once = from { $start } on
host-paused-times = in { $count } pauses, the longest from { $start } on
host-paused-requests = requests that were outstanding during a pause, excluded from all figures: { $count }
pause-stopped = it was stopped by a signal or a debugger, or the virtual machine was paused
pause-suspended = the computer was suspended
pause-starved = other programs occupied the processors
pause-stolen = the virtual machine's host withheld its processors
pause-paging = its memory had to be read back from a drive
pause-unknown = for an unknown reason
drive-used-by-others = other programs used { $device } meanwhile ({ $what }): stop them (sudo iotop -obn 2) and measure again
size-read = { $size } read
size-written = { $size } written
cell-unfinished = the cell is not finished: these figures were saved { $time } after its start
clock-disagreed = the processor's counter and the kernel's clock were { $time } apart: later times are the kernel's, and latencies around that moment may be wrong by as much
processors-shared = { $count } submitting threads shared the processors of --cpus and waited for each other
not-polled = iogram waited for completions instead of polling: { $why }
no-wait-batch = every wait ended at the first completion: these requests do not complete through a ring
no-direct-io = the file system does not support O_DIRECT: requests went through the page cache, which was emptied before each cell

# Path of requests
path-single = queue depth 1: one system call per request
path-application = each request is an operation of { $application }
path-deep = queue depth above 1
path-blocks = requests of this target block in the kernel: a thread per outstanding request
path-too-deep = too deep for a thread per outstanding request
path-large-writes = large writes: the next one is prepared meanwhile
path-no-ring = io_uring is unavailable ({ $why }): a thread per request
path-asked = requested
path-polled = polls for completions
path-passthrough = the target is a character device, which passes commands on to the drive
path-several = waits for several completions
path-null = the null target
path-simulated = simulated drive in virtual time
path-discards = discards of a block device are separate system calls

# Warnings of logs and plans
log-cut-off = the log is cut off: the end of the tool's output is missing
log-cache-could-hold = all written data was intact, but it is only { $size }: a hidden cache could hold it
log-writes-end = from one file on, none of { $count } could be written: the drive fails or ends there
log-try-failed = The log shows a run of f3 that ended with an error: { $said }.
log-several-runs = the log holds { $count } different runs of the tool; the worst result counts
impossible-reading = reading at { $rate } is faster than any card, stick or reader: it came from the computer's memory, and the tool may not have tested the drive at all
impossible-writing = writing at { $rate } is faster than any card, stick or reader: it went to the computer's memory, and the tool may not have tested the drive at all
unreadable-lines = { $count ->
    [one] 1 line
   *[other] { $count } lines
} could not be read completely
unknown-tables = left out { $count ->
    [one] 1 table of rates: no command line before it
   *[other] { $count } tables of rates: no command line before them
} gives the number of open units
pass-continued = the pass over every block was interrupted { $count ->
    [one] once
   *[other] { $count } times
} and resumed; every block was read after all of them were written
discard-cells-left-out = the drive does not support discard; left out: { $cells }
discard-left-out = the drive does not support discard: { $regions } stays in use, so less space is free than intended
below-unit = not measured, because they write less than the drive's indirection unit of { $unit }: { $cells }
below-block = not measured, because their blocks are smaller than a logical block of { $block }: { $cells }
raised-to-unit = raised to blocks of the drive's indirection unit of { $unit }: { $cells }
unit-unknown = the drive's indirection unit is unknown: writes of 4 KiB may be smaller
not-measured-again = the computer paused during a cell that is long or changes the drive, so iogram did not measure it again; repeat the whole run to be sure

# Warnings of a session
file-holes = only { $size } of the file's { $whole } are allocated on the drive: reads of the rest do not reach the drive
size-reduced-for-space = uses { $size } instead of { $usual }: the free space allows no more; a larger size may give other results
size-reduced-by-file = uses { $size } instead of { $usual }: the file is no larger
size-reduced-by-borrowing = uses { $size } instead of { $usual }: the borrowed part is no larger
size-reduced-by-device = uses { $size } instead of { $usual }: the device is no larger
not-tuned = not set for this run: { $error }
still-tuned = not restored after this run: { $error }
mark-of-no-drive = the measured figures are not the drive's
cell-of-no-drive = the figures of "{ $cell }" are not the drive's: { $what }
cell-merged = "{ $cell }" made { $made } requests, and the kernel merged them into { $reached }: the requests per second are not the drive's
is-memory = this is main memory; { $place } is in the computer
is-unstored = { $share } of the blocks read were never written, and reads of such blocks do not reach the medium
is-zeros-in-part = { $share } of the checked blocks hold only zeros, like blocks that were never written or were discarded; reads of such blocks do not reach the medium
is-zeros = reads returned only zeros, as from blocks that were never written or were discarded; reads of such blocks do not reach the medium
is-page-cache = this is the page cache; { $moved } were transferred, and { $reached } reached the drive
is-page-cache-unflushed = this is the page cache; nothing made the writes durable
is-answered-before = a layer above the drive answered; { $moved } were transferred, and { $reached } reached the drive
on-memory = { $place } is in main memory: this measures memory, not a drive
on-copy-on-write = { $place } writes to a new place instead of the old one: overwrites and random writes measure the file system as much as the drive
on-compressing = { $place } may compress: only incompressible data gives valid figures there
on-remote = { $place } is on the network, and the figures include the network
on-no-direct-io = { $place } does not support O_DIRECT: requests go through the page cache, which is emptied before each cell; reads and unsynced writes may still be answered by main memory
on-zram = zram is compressed main memory, not a drive
on-shared-way = measured at the same time as { $drives } on the same connection ({ $way }); it carries { $rate }, less than these drives can transfer together: they may have slowed each other down
capacity-left-out = the capacity is not tested, because only the first { $size } are borrowed; iogram verify { $target } tests it and restores the contents
program-replayed = { $application } cannot run here, because there is no file system: iogram replays the requests that it made on another drive (trace { $trace }); latencies and rates are those of requests, not of operations
writes-left-out = only reads are measured, without { $cells }: { $why }
writes-left-out-borrow = only reads are measured, without { $cells }: { $why }; --borrow measures them and restores the contents, --destroy destroys the contents
lease-lost = stopped: iogram could not report to the server that the drive is still in use; after { $seconds } s without a report another computer may take it; iogram resume continues when it is free
not-leased = the drive has no serial number, so the other computers of the fleet do not know that it is in use; --lease NAME gives it a name
borrowed = used only the first { $size }, which were borrowed: { $how }
put-back = restored and verified { $size }, of which { $changed } had changed
put-back-resized = the drive now holds { $size }, another size than before; iogram restored the old places
contents-destroyed = the user allowed iogram to destroy the contents of the device: { $contents }

# What disturbs
looked-before = before the run: { $what } (fix: { $fix })
looked-after = after the run: { $what } (fix: { $fix })
disturbs = { $what } (fix: { $fix })
fix-command = { $command }
host-stolen = the host of this virtual machine withholds { $share } of its processor time (steal)
fix-measure-on-host = measure on the host, or while the host is quiet
host-memory-wait = programs wait for memory for { $share } of the time
fix-end-memory = stop programs that use much memory: ps aux --sort=-rss | head
host-governor = the CPU governor is { $governor }: processors clock down between requests
host-low-memory = only { $left } of { $total } memory is available
fix-end-programs = stop programs that use much memory: ps aux --sort=-rss | head
host-timers = these may start work at any time: { $names }
fix-stop-timers = sudo systemctl stop { $names } (and start them again afterwards)
host-scheduler = the I/O scheduler of { $drive } is { $scheduler }; figures include its cost
host-hot-drive = the drive is already at { $temperature }; its warning threshold is { $limit }
fix-cool-drive = let it cool down, or add cooling (and note it: --note cooling="..")
host-swap = the drive holds swap: { $names }
host-busy-processors = the processors are { $share } busy with other work
fix-end-busy = stop the programs that keep them busy: top -b -n 1 | head -15
host-busy-drive = other programs used the drive of { $device }: { $count ->
    [one] 1 request
   *[other] { $count } requests
}, { $size } in { $time }
fix-end-users = stop the programs that use it: sudo iotop -obn 2
host-idle-states = idle processors sleep down to { $state } and take { $time } to wake, which can delay every request at depth 1
fix-idle-states = run with --tune, or: sudo cpupower idle-set -D 20
host-on-battery = the computer runs on battery and saves power
fix-power-supply = connect the power supply
host-link-power = PCI Express links save power (policy { $policy }) and take time to wake
host-virtual-machine = the computer is a virtual machine (hypervisor: { $hypervisor }): the host's cache may answer requests, and other guests may disturb the measurement
fix-measure-below = measure on the host, or note the layers below in the report

# Comparison
compared-missing = one side lacks it
compared-few-in-repetition = a repetition has too few requests for it
compared-few-in-run = a run has too few requests for it
compared-run-zero = the figure of one run is zero
compared-repetition-zero = the figure of one repetition is zero
compared-few-repetitions = fewer than two repetitions with this figure
compared-by-chance = runs differ this much by chance
compared-by-chance-of-many = among this many figures, one differs this much by chance
compared-room = the interval includes both better and worse
compared-bound = the computer, not the drive, set the pace (generator-bound)
figure-held = the computer affects it as much as the drive does: { $why }
compared-held = the computer may be the reason for the difference: { $why }
compared-cell-differs = the cell differs: { $what }
compared-forbidden = the runs are not comparable
compared-not-of-drive = one side did not measure a drive: its requests went to memory, or to nothing at all
held-back-by = limited by { $limits }
nothing-known = nothing known
conditions-unknown = { $run } was imported: the state of its drive, file system and computer is unknown
noun-tool = tool
noun-latency = latency is measured as
noun-limits = limited by
against = { $what }: { $one } against { $other }
against-short = { $what } { $one } against { $other }
named-cell = cell { $cell }: { $what }
noun-method = method
noun-parameter = parameter { $name }
noun-target = target
noun-test-file = test file
noun-file-system = file system
noun-drive-state = state of the drive
noun-link = link
noun-version = iogram
noun-kernel = kernel
noun-computer = computer
noun-cpu = CPU
noun-governor = CPU governor
noun-scheduler = I/O scheduler
noun-write-cache = write cache
noun-path = path of requests
noun-access = access
noun-mix = mix
noun-block = block
noun-depth = depth
noun-jobs = jobs
noun-layout = layout
noun-region = region
noun-end = end
noun-ramp = ramp
noun-sync = sync
noun-sync-call = sync call
noun-caching = caching
noun-rate = rate
noun-data = data
noun-again = repeated requests
noun-application = program
noun-trace = trace
mix-of = { $reads } reads, { $discards } discards, { $flushes } flushes
request-count = { $count ->
    [one] 1 request
   *[other] { $count } requests
}
one-or-other = { $one } or { $other }
ends-when-steady = { $limit }, or as soon as it is steady: { $rule }
ends-when-known = { $limit }, from { $after } on as soon as the rate is known to ±{ $within } ({ $confidence })
drive-purged = purged before
drive-not-purged = not purged
free-space-differs = free space: { $one } against { $other } of the drive
the-first-run = the first run
did-not-complete = { $run } did not complete
tuned-differs = the computer's settings for the run differ (tuned)
bound-in = generator-bound cells in { $runs }: the computer set the pace there
both-runs = { $one } and { $other }
kind-device = a device
kind-file = a file
kind-null = nothing
kind-simulated = a simulated drive
kind-imported = a log of another program
kind-serial-line = a computer that boots
kind-unknown = something unknown to this version

# Purges
purge-other-data = reads afterwards return unexpected data
purge-no-command = the drive has no such command

# Promises and advice
promise-read = sequential read
promise-write = sequential write
promise-random-read = random read
promise-random-write = random write
promise-class-write = { $mark } write
promise-class-random-read = { $mark } random read
promise-class-random-write = { $mark } random write
promise-no-class-test = the SD Association tests this mark on a bare card, by its own rules; this is not that test
promise-a2-host = A2 is valid only in a host that uses the card's command queue and cache
price-unknown = its price is unknown
price-in-other = its price is known only in { $currency } ({ $price }); currencies are not converted
price-above = it costs { $price }
price-far-above = it costs { $price }, more than { $share } above the cheapest ({ $cheapest })

# Errors of requests
error-eperm = operation not permitted (EPERM)
error-eio = input/output error (EIO)
error-enxio = no such device or address (ENXIO)
error-enomem = out of memory (ENOMEM)
error-eacces = permission denied (EACCES)
error-ebusy = device or resource busy (EBUSY)
error-enodev = no such device (ENODEV)
error-einval = invalid argument (EINVAL)
error-enotty = not supported by this device (ENOTTY)
error-efbig = file too large (EFBIG)
error-enospc = no space left on device (ENOSPC)
error-erofs = read-only file system or device (EROFS)
error-enodata = medium error: no data (ENODATA)
error-eilseq = protection or checksum error (EILSEQ)
error-eopnotsupp = operation not supported (EOPNOTSUPP)
error-enotconn = transport endpoint is not connected (ENOTCONN)
error-eshutdown = device was shut down (ESHUTDOWN)
error-etimedout = timed out (ETIMEDOUT)
error-estale = stale file handle (ESTALE)
error-eremoteio = the device reported an error (EREMOTEIO)
error-edquot = disk quota exceeded (EDQUOT)
error-no-answer = no answer came back
error-number = system error { $number }
error-short-transfer = short transfer
error-not-as-written = the data read differs from the data written there
error-not-the-image = the data read back differs from the image, in pages of 4 KiB
error-beyond-the-end = the test file is shorter than the region: it ends at { $size }

# Why a drive was not purged
purge-not-nvme = it is not an NVMe drive
purge-not-sata = it is not a SATA drive
purge-zones = its zones take writes only at their write pointers: a discard resets them
purge-unknown-way = this version does not know this method
purge-stopped = it was stopped
purge-goes-on = it was stopped; the drive continues on its own
purge-takes-no-more = it accepts no further data
purge-command-not-passed = command { $command } is not passed on
purge-command-failed = command { $command } failed (sense key { $key })
purge-no-security = the drive has no security commands
purge-locked = the drive is locked with a password
purge-foreign-password = the drive has a password that iogram did not set
purge-frozen = the drive is frozen: suspend the computer and wake it, then try again
purge-too-many-passwords = too many passwords were tried: switch the drive off and on
purge-password-stays = { $reason }; and the password "iogram" could not be removed: { $error }
purge-status-unknown = the drive does not support it (status { $status })
purge-status = the drive answered with status { $status }
purge-no-format = the drive has no Format command
purge-no-sanitize = the drive has no Sanitize command that erases
purge-other-namespaces = it would also erase { $count ->
    [one] 1 other namespace
   *[other] { $count } other namespaces
}
purge-sanitize-state = Sanitize ended in state { $state }

# Why a drive did not answer a question
unanswered = { $question }: { $reason }
ask-not-permitted = not permitted; requires root
ask-not-passed-on = the driver does not pass on such queries
ask-controller-failed = the controller failed ({ $status })
ask-no-registers = no registers came back
ask-refused = the drive or its bridge refused
ask-scsi-status = SCSI status { $status }
ask-nvme-status = NVMe status { $status }
ask-means-nothing = the answer is not valid
spare-not-purged = the drive was not fresh at the start
spare-data = the data is compressible
spare-too-coarse = its samples are too long: the first ones already write a large part of the range
spare-too-early = after { $passes } of the range, garbage collection has hardly begun
spare-never-fell = after { $passes } of the range, its rate has hardly fallen: something other than its flash limits it
spare-not-collection = its rate over time differs by { $misfit } from plain garbage collection: a cache, heat, or another collection policy may be the reason
spare-cache-in-the-way = its rate changes before garbage collection can begin, as with a cache in front of its flash
spare-range-too-wide = the measurement fits any value from { $low } to { $high }
spare-outside = the result is below 2 % or above 300 %
spare-mixed = the drive does not count its flash writes, and reads among the writes hide the write rate
spare-rests = the drive was idle in between and may have done garbage collection then
ask-content = contents of { $device }

# What limits a drive
limit-link = { $link } link: at most about { $rate }
limit-link-unknown = { $link } link
limit-although = { $limit }, although the drive supports { $possible }
limit-although-port = { $limit }, although the drive supports { $possible }: another port or cable may be faster
limit-bulk-only = bulk-only transport (usb-storage): one command at a time, so queue depths above 1 have no effect
limit-bulk-only-uas = bulk-only transport (usb-storage): one command at a time, so queue depths above 1 have no effect; the drive offers UAS, but the kernel may have a quirk against it
limit-pcie = PCIe { $link }: at most about { $rate }
limit-pcie-below = PCIe { $link } of { $possible }: at most about { $rate }
limit-slot-no-more = { $limit }; the slot offers no more
limit-slot-less = { $limit }; the slot does not support all of that
limit-slot-could = { $limit }; the slot supports it: the drive may be badly seated, or its link may save power
limit-bus-one = { $family } bus at { $megahertz } MHz, 1 bit ({ $mode }): at most about { $rate }
limit-bus = { $family } bus at { $megahertz } MHz, { $lines } bits ({ $mode }): at most about { $rate }
limit-cache-off = the drive's write cache is off
limit-cache-off-unseen = the drive's write cache is off, but the kernel assumes that it is on
limit-worn = the drive reports { $share } of its life as used: it may be slower than when new
limit-worn-out = the drive reports more than 100 % of its life as used: it may be slower than when new
quoted = { $words }
left-out-for-time = skipped "{ $step }": it needs at least { $time } more than is left; raise --max-time
