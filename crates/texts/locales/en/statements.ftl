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
capacity-every-block-kept = every block kept what was written
capacity-kept = what was written all over it was kept, behind any cache that was looked for; a drive that lacks its last mebibytes alone, or keeps nothing any more after more than was written, looks the same
capacity-kept-after = what was written all over it was kept, behind any cache that was looked for and after { $size } of writes; a drive that lacks its last mebibytes alone, or keeps nothing any more after more writes than that, looks the same
capacity-stopped = after { $size } of writes nothing that is written anywhere is kept any more
capacity-unfinished = it did not come to its end
capacity-read-only = the drive does not take writes
capacity-wraps = what is written beyond the real capacity overwrites the beginning
capacity-lost = what is written beyond the real capacity is lost
capacity-fails-at-reader-limit = all requests from { $size } on fail and none before: as far as some readers, ports and bridges reach, whatever is behind them
capacity-at-reader-limit = { $size } is as far as some readers, ports and bridges reach, whatever is behind them: a genuine drive looks the same there
capacity-repeats = addresses repeat, and of each period only a part exists
capacity-nothing-kept = nothing that is written can be read back
capacity-requests-failed = { $count } requests failed
capacity-blocks-wrong = { $count } blocks hold something else than was written
capacity-writes-failed = writes failed with { $error }, first at byte { $offset }
capacity-not-durable = what was written could not be made durable: { $error }
capacity-rest-kept = what was looked at of all that was written until then was there
capacity-rest-lost = not all that was written until then could be read back

# F3
f3-contradicted = f3probe calls it good, but { $reason }
f3-sizes-contradict = { $reason }; but its sizes contradict each other
f3-says-so = f3probe says so
f3-says-so-cut-off = f3probe says so; how much it holds is cut off
f3-half-module = f3probe says so, but "limbo" with { $size }, exactly half of what the addresses reach: in every published log in which more is known that size was wrong, and of seven such drives two were genuine
f3-probes-contradict = one report of f3probe says so, another one calls the drive genuine
f3-probes-differ = f3probe says so; its reports tell sizes up to { $size }, and the smallest counts
f3-sizes-say-so = f3probe's sentence is cut off; its sizes say so
f3-one-border = of the files { $size } are whole, and everything on the other side of one border is lost: the files end where the drive does; with the file system's own part it holds a little more
f3-sectors-lost = { $count } of { $total } sectors do not hold what was written; whether the drive is a counterfeit or damaged, and how much it holds, the log does not tell
f3-files-failed = { $count } files could not be read or written
f3-free-space-kept = all that was written into the free space was there; how much the drive holds beside that the log does not tell
f3-files-kept = all files that were read were there; how much of the drive they fill the log does not tell
f3-wrote-only = the log is of f3write, which only writes; what was kept is f3read's to tell
f3-no-verdict = the tool's verdict is not in the log
log-part-tried = only { $tested } of { $available } of free space were tried, and all of that was kept: of the rest nothing is known
log-defective = the tool calls it defective; how much was lost is not in the log
log-first-error = the first { $size } of the files are whole, and of all that follows next to nothing is; with the file system's own part the drive holds a little more
log-most-lost = { $count } of { $total } sectors do not hold what was written: more than a drive loses that is only damaged; how much it holds, the log does not tell
log-overwritten = { $size } of the files are still there, and the others hold what was written later: addresses repeat; with the file system's own part the drive holds a little more

# Geometry: what it rests on
evidence-boundaries = reads across boundaries
evidence-boundaries-and-units = reads across boundaries and unfinished units
evidence-unfinished = unfinished units
evidence-beside-open = writes beside open units
evidence-turns-linear = writes by turns in linear order
evidence-turns-random = writes by turns in random order

# Geometry: why there is no answer
noun-allocation-unit = an allocation unit
noun-page = a page
boundary-few-sizes = too few sizes were read across
boundary-disputed = no clear pattern: several tables give different answers
nothing-measured-to-show-it = nothing was measured that could show it
boundary-unsure = no clear pattern: { $size } fits to { $share }
boundary-unsure-other = no clear pattern: { $size } fits to { $share }, { $other } to { $other_share }
boundary-unsure-none = no clear pattern: { $size } fits to { $share }, none to { $other_share }
boundary-sizes-missing = cannot be seen, because sizes from { $lowest } to { $highest } alone were read across
boundary-reads-unknown = cannot be seen, because how long reads take is not known beside { $what }
boundary-no-step = no pattern: reads across multiples of no size take longer by { $share } or more, as they do at the end of { $what }
boundary-hidden = cannot be seen, because reads vary so much that a step at the end of { $what } below { $share } of a read is hidden
boundary-scatters = no clear pattern: { $size } fits, but its step is only { $factor } times what the rows scatter
boundary-page-or-unit = reads across multiples of { $size } take longer, and nothing says whether these are pages or allocation units
open-unit-unknown = how large a unit is was not found: if it is smaller than the { $window } that were written in each place, several are open at once
open-window-larger = the { $window } that were written in each place do not lie in one unit of { $size }: several are open at once then
open-limit-hidden = { $count } units at once are as fast as one, but closing a unit may take no longer than a write: a limit would look the same
boundary-threefold = no clear pattern: { $size } fits, and { $other } as well, of whose ends such a table meets two of seven
unit-unseen-in-reads = cannot be seen in reads, but writes by turns show that there are units: how large they are was not found
open-no-writes-linear = no writes in linear order
open-no-writes-random = no writes in random order
open-some-rounds-slower = no clear pattern: beyond { $count } units some rounds are slower, not all
open-out-of-order-slower = no clear pattern: writes out of order are slower, and no number of units is too many in order
open-not-tried-again = no clear pattern: from { $count } units on writes are slower, and fewer were not tried again
open-nothing-written = nothing was written
open-no-limit = no limit: { $count } units at once are as fast as one
open-between = { $within } is within the limit, { $beyond } beyond; none in between was tried
open-contradicted = no pattern: too many at { $beyond } open, not yet at { $within }
open-too-many = too many at { $count } open; fewer were not tried
unit-ends-no-limit = no limit of open units was found to work with
unit-ends-alike = no part of the drive leaves room for one more open unit than any other
unit-ends-no-pattern = no pattern: no part of the drive leaves room for one more open unit
fat-no-limit = no limit of open units, so nothing can be written beyond it
fat-no-end = no end of it was found in the part that was tried
fat-no-pattern = no pattern: places that take writes are between others

# Alignment
align-partitions = Begin partitions at multiples of { $size }: a file system that begins inside an allocation unit makes the drive copy at both ends of everything large.
align-ext4 = ext4: mkfs.ext4 -E { $options }.
align-f2fs = f2fs: mkfs.f2fs -s { $count } makes its sections as large as an allocation unit.
align-f2fs-none = f2fs: no number of its segments of 2 MiB makes an allocation unit.
align-exfat = exFAT: mkfs.exfat -c { $cluster } and the boundary of a unit (-b { $unit }); keep the layout that a card came with if it has one.

# Marks
mark-too-small = the card is too small for the test, or it ended before
mark-unfinished = the test did not come to its end
mark-needs-bus = the mark needs a { $bus } bus, which a slower slot or reader has not
mark-other-bus = the mark needs a { $bus } bus, and the card is on { $link }
mark-slow-writes = the slowest stretch of writing is too slow
mark-slow-reads = random reads are slower than writing has to be
mark-slow-table = eight updates of the file table take more than 100 ms each
mark-slowest-table = an update of the file table takes more than 750 ms
mark-not-reached = not reached: { $cells }
mark-not-measured = not measured: { $cells }
mark-held = the computer may be the reason: { $why }

# Cache
cache-throttled = the drive throttled, which makes cliffs of its own
cache-held = the computer may have slowed the writes down: { $why }
cache-hot = single reads took { $factor } times as long right after the pass as after the rest: a drive that slows down when it is hot makes such cliffs without a cache
cache-faint = after { $size } writes fall from { $before } to { $after }, which is too little to be told from heat or from garbage that is collected
cache-heat-unknown = whether the drive was slower because it was hot was not measured, and it does not tell: heat makes such cliffs, too
cache-no-cliff-from = no cliff: after its first part the pass was never slower to its end; a cache of less than { $size } is not told from a write buffer or from noise
cache-too-large = it would be more of the drive than caches of their own have: such a cache, or flash that is slower from there on
cache-no-cliff = no cliff: after its first part the pass was never slower to its end
cache-needs-whole = the type takes passes over the whole drive
cache-needs-second = the type takes a second pass, after a rest
cache-nothing-back = on the full drive nothing of it came back in the rest: a cache that needs longer to empty itself looks the same
cache-freed-at-once = on the full drive nothing of it came back in the rest, and with free space it did at once
cache-never-back = it came back neither in the rest nor with free space
cache-freed-in-part = none of it came back in the rest, and with free space a part of what a cache in free space gives back
cache-little-back = with free space it came back as a cache in free space does; the little that came back in the rest may be a write buffer or a part of its own
cache-strange = what came back in the rest and what came back with free space are not what a cache gives back: heat, a write buffer or flash that is not the same everywhere make such cliffs, too
cache-more-on-full = the full drive took more than the empty one
cache-none-to-recover = no cache was seen that could come back
cache-hardly-faster = the cache is hardly faster than the flash: collecting garbage hides what came back
cache-freed-by-writing = no more than what comes free while a pass writes, without a rest
cache-whole-pass = the whole pass went into it: this is the least that it holds
cache-hidden = cannot be seen, because nothing went over the link faster than { $rate }, which is what the flash takes, too: a faster cache would look the same
cache-buffer-unknown = what the write buffer holds was not measured: it makes such a cliff, too
cache-near-buffer = it is hardly larger than the write buffer, of which { $size } were measured: the end of that makes such a cliff, too
cache-burst-as-fast = a burst of { $size } after the pass went as fast as what came before the cliff: it did not exceed the write buffer (a larger burst: --set buffer=4GiB), or the cache had room again, or the drive was hot and cool again
cache-buffer-room = the write buffer had room for { $size } again, as much as it had time to empty: it may be larger, and make the same cliff

# State of the flash
state-purged-by = purged by { $method }
state-written = { $size } written before
state-user-says = prepared, as the user says
state-purged = purged
state-simulated = a simulated drive begins as it is described
flash-state-unknown = what was written to it before the run is not known
state-user-purged = purged, as the user says
state-discarded = all of it discarded
state-unwanted = the flash was { $state } ({ $basis }); { $method } is about { $wanted }: --set { $setting } makes that first
state-as-found = the drive is measured as it is found; { $method } is about { $wanted }: --set { $setting } makes that first
found-fresh = fresh
found-written-to = written to { $share }
found-written-in-part = written in part
found-unknown = in an unknown state
wanted-fresh = a new drive
wanted-purged = a purged drive
wanted-written = a drive in use, written over its whole capacity
wanted-other = a drive in another state

# Warnings that follow from a record
outlier-run = { $cell } ({ $operation }): one of { $count } runs gave { $rate }, the middle one { $middle }; it is counted like the others
above-link = { $cell } ({ $operation }): { $rate } measures the computer's memory, not the drive: its link carries at most { $limit } ({ $link })
above-any-link = { $cell } ({ $operation }): { $rate } measures the computer's memory, not the drive: no link of { $drive } drives carries more than { $limit }
above-queue = { $cell }: { $depth } requests were out, and the kernel's queues of this drive hold { $room }: the others wait before them and overtake each other. Rates and mean latencies hold; the median and high percentiles are of that waiting, not of the drive
cell-throttled = { $cell }: the drive throttled { $how }: its figures are those of a hot drive
throttled-times = { $count } times
throttled-for = for { $time } by its own count
throttled-at = at up to { $temperature }

# Warnings of the engine
throttled-itself = the drive throttled itself: begun { $count } times, { $time } in all
reached-warning-temperature = the drive reached { $temperature }; its warning threshold is { $limit }
generator-thread = a submitting thread used a whole core ({ $share } of it in the kernel): the CPU, not the drive, may be the limit
generator-cores = every core was busy ({ $share } of it in the kernel): the CPU, not the drive, may be the limit
ended-in-ramp = it ended within its ramp of { $ramp }, which counts for nothing: it has no figures (use a shorter ramp, or measure more)
depth-not-reached = only { $depth } of { $asked } requests were outstanding on average
behind-schedule = the target could not keep up with the rate: { $count } requests were due and did not complete
held-waited = a thread of iogram waited { $share } of the time for a processor
held-generator = the computer, not the drive, set the pace
held-others = other programs had { $share } of all processors, and none was left
held-busy = the processors were { $share } busy before or after the run
held-stolen = the host of this virtual machine took { $share } of the processors' time
held-memory = programs waited { $share } of the time for memory
held-drive = others moved { $size } on the drive meanwhile
held-paused = iogram did not run for { $time }: { $reason }
held-clock = the computer's clocks were { $time } apart
waited-for-processor = a submitting thread waited for a processor for { $share } of the time: { $what } (find out who has it: top -b -n 1 | head -15)
waited-for-processor-taken = a submitting thread waited for a processor for { $share } of the time, which was taken away { $count } times: { $what } (find out who has it: top -b -n 1 | head -15)
partly-computers = rates and latencies are partly the computer's
percentile-computers = { $percentile } may be the computer's
processors-used-by-others = the processors were { $busy } busy, { $others } with other programs: end what keeps them busy (top -b -n 1 | head -15) and measure again
processors-used-by-others-own = the processors were { $busy } busy, { $others } with other programs; iogram had { $own }: end what keeps them busy (top -b -n 1 | head -15) and measure again
stolen-processors = the host of this virtual machine gave { $share } of its processors' time to others: measure on the host, or when it is quiet
memory-pressure = programs waited for memory for { $share } of the time: end what needs much of it (ps aux --sort=-rss | head) and measure again
host-paused = iogram did not run for { $time }, { $when }: { $reason }; that is the computer's time and not the drive's: rates are without it
host-paused-asleep = { $time } of it asleep
host-paused-once = from { $start } on
host-paused-times = in { $count } pauses, the longest from { $start } on
host-paused-requests = requests that were out then and are in no figure: { $count }
pause-stopped = it was stopped by a signal or a debugger, or the virtual machine was paused
pause-suspended = the computer was suspended
pause-starved = other programs had the processors
pause-stolen = the virtual machine's host had its processors do something else
pause-paging = its memory had to be read from a drive
pause-unknown = for an unknown reason
drive-used-by-others = others used { $device } meanwhile ({ $what }): end who does it (sudo iotop -obn 2) and measure again
size-read = { $size } read
size-written = { $size } written
cell-unfinished = the cell is not finished: this is what was kept { $time } after its beginning
clock-disagreed = the processor's counter and the kernel's clock were { $time } apart: times from then on are the kernel's, and latencies around that moment may be wrong by as much
processors-shared = { $count } submitting threads shared the processors that --cpus gave them: they waited for each other
not-polled = completions were waited for, not polled for: { $why }
no-wait-batch = the first completion ended every wait: these requests do not come back through a ring
no-direct-io = the file system does not support O_DIRECT: requests went through the page cache, which was emptied before each cell

# Path of requests
path-single = queue depth 1: one system call per request
path-application = each request is an operation of { $application }
path-deep = queue depth above 1
path-blocks = requests of this target block in the kernel: a thread per outstanding request
path-too-deep = too deep for a thread per outstanding request
path-large-writes = large writes: the next is made ready meanwhile
path-no-ring = io_uring is unavailable ({ $why }): a thread per request
path-asked = asked for
path-polled = completions are polled for
path-passthrough = a character device was named, which passes commands on to the drive
path-several = several completions are waited for
path-null = the null target
path-simulated = simulated drive in virtual time
path-discards = discards of a block device are calls of their own

# Warnings of logs and plans
log-cut-off = the log is cut off: what the tool says at its end is missing
log-cache-could-hold = all that was written was there, but it is so little, { $size }, that a hidden cache could hold it
log-writes-end = from one file on none of { $count } could be written: the drive fails, or ends there
log-try-failed = The log tells of a run of f3 that an error ended: { $said }.
log-several-runs = the log holds { $count } different runs of the tool; what the worst of them found counts
impossible-reading = reading at { $rate } is faster than any card, stick or reader: it was the computer's memory, so the tool may not have tried the drive at all
impossible-writing = writing at { $rate } is faster than any card, stick or reader: it was the computer's memory, so the tool may not have tried the drive at all
unreadable-lines = { $count } lines could not be read whole
unknown-tables = { $count } tables of rates were left out: no command line before them says how many units were open
pass-continued = the pass over every block was broken off { $count } times and went on; every block was read after all of them were written
discard-cells-left-out = the drive does not support discard: left out are { $cells }
discard-left-out = the drive does not support discard: { $regions } stays in use, so that less is free than meant
below-unit = not measured, because they write less than the drive's indirection unit of { $unit }: { $cells }
below-block = not measured, because their blocks are smaller than a logical block of { $block }: { $cells }
raised-to-unit = in blocks of the drive's indirection unit of { $unit }: { $cells }
unit-unknown = the drive's indirection unit is unknown: writes of 4 KiB may be smaller
not-measured-again = the computer paused in a cell that changes the drive or is long: it was not measured again; repeat the whole run to be sure

# Warnings of a session
file-holes = only { $size } of the file's { $whole } are on the drive: reads of the rest are answered without it
size-reduced-for-space = { $size } instead of { $usual } are worked on: the free space allows no more than that; a larger size may give other results
size-reduced-by-file = { $size } instead of { $usual } are worked on: the file has no more than that
size-reduced-by-borrowing = { $size } instead of { $usual } are worked on: what is borrowed has no more than that
size-reduced-by-device = { $size } instead of { $usual } are worked on: the device has no more than that
not-tuned = not set for this run: { $error }
still-tuned = not put back after this run: { $error }
mark-of-no-drive = what was measured is no figure of the drive
cell-of-no-drive = "{ $cell }" is no figure of the drive: { $what }
cell-merged = "{ $cell }" made { $made } requests, and the kernel joined them to { $reached }: the requests per second are no figure of the drive
is-memory = this is memory; { $place } lies in the computer
is-unstored = nothing was ever stored in { $share } of what was read, and such blocks are answered without the medium
is-zeros-in-part = { $share } of the places that were looked at hold nothing but zeros, as blocks do that were never written or were discarded, and such blocks are answered without the medium
is-zeros = reads returned nothing but zeros, as from blocks that were never written or were discarded, and such blocks are answered without the medium
is-page-cache = this is the page cache; { $moved } were moved, and { $reached } reached the drive
is-page-cache-unflushed = this is the page cache; nothing made the writes durable
is-answered-before = something before the drive answered; { $moved } were moved, and { $reached } reached the drive
on-memory = { $place } lives in main memory: this measures memory, not a drive
on-copy-on-write = { $place } writes to a new place instead of the old one: rewriting and random writes measure the file system as much as the drive
on-compressing = { $place } may compress: only data that does not compress is honest there
on-remote = { $place } is reached over a network, which is measured too
on-no-direct-io = { $place } does not support O_DIRECT: requests go through the page cache, which is emptied before each cell; reads and unsynced writes may still be answered by main memory
on-zram = zram is compressed main memory, not a drive
on-shared-way = measured at the same time as { $drives }, which share { $way } with it. That carries { $rate }, less than they could take together: they may have slowed one another
capacity-left-out = whether the device holds what it says is not tried, because only the first { $size } are borrowed; iogram verify { $target } tries it, and puts back what is there
program-replayed = { $application } cannot run here, because there is no file system: the requests that it once made on another drive are made again (trace { $trace }); latencies and rates are those of requests, not of operations
writes-left-out = only reads are measured, without { $cells }: { $why }
writes-left-out-borrow = only reads are measured, without { $cells }: { $why }; --borrow measures them and puts back what is there, --destroy destroys it
lease-lost = stopped, because the server could not be told that the drive is still in use: after { $seconds } s of that another computer may have it; iogram resume goes on when it is free
not-leased = the drive has no serial number, so the other computers of the fleet do not know that it is in use; --lease NAME gives it a name
borrowed = only the first { $size } were worked on, which were borrowed: { $how }
put-back = put back and verified { $size }, of which { $changed } had changed
put-back-resized = it holds { $size } now, which it did not then: the old places were put back
contents-destroyed = what is on the device was allowed to be destroyed: { $contents }

# What disturbs
looked-before = before the run: { $what } (fix: { $fix })
looked-after = after the run: { $what } (fix: { $fix })
disturbs = { $what } (fix: { $fix })
fix-command = { $command }
host-stolen = the host of this virtual machine gives { $share } of its processors' time to others
fix-measure-on-host = measure on the host, or when it is quiet
host-memory-wait = programs wait for memory for { $share } of the time
fix-end-memory = end what needs much of it: ps aux --sort=-rss | head
host-governor = the processors' governor is { $governor }: they clock down between requests
host-low-memory = only { $left } of { $total } memory are available
fix-end-programs = end programs that need much: ps aux --sort=-rss | head
host-timers = these may start work at any time: { $names }
fix-stop-timers = sudo systemctl stop { $names } (and start them again afterwards)
host-scheduler = the I/O scheduler of { $drive } is { $scheduler }: it is measured, too
host-hot-drive = the drive is at { $temperature } already; its warning threshold is { $limit }
fix-cool-drive = let it cool down, or cool it (and note it: --note cooling="..")
host-swap = swap lies on the drive: { $names }
host-busy-processors = the processors are { $share } busy with other things
fix-end-busy = end what keeps them busy: top -b -n 1 | head -15
host-busy-drive = the drive of { $device } was used by others: { $count } requests, { $size } in { $time }
fix-end-users = end who does it: sudo iotop -obn 2
host-idle-states = idle processors sleep down to { $state } and take { $time } to wake, which every request at depth 1 may pay
fix-idle-states = run with --tune, or: sudo cpupower idle-set -D 20
host-on-battery = the computer runs on its battery, and saves power
fix-power-supply = connect its power supply
host-link-power = PCI Express links save power (policy { $policy }) and take time to wake
host-virtual-machine = the computer is a virtual machine (hypervisor: { $hypervisor }): its host's cache and other guests may answer or disturb
fix-measure-below = measure on the host, or note in the report what lies below

# Comparison
compared-missing = one of the sides does not have it
compared-few-in-repetition = a repetition has too few requests for it
compared-few-in-run = a run has too few requests for it
compared-run-zero = a run gave zero
compared-repetition-zero = a repetition gave zero
compared-few-repetitions = fewer than two repetitions with this figure
compared-by-chance = runs differ as much by chance
compared-by-chance-of-many = one of as many figures as these differs so much by chance
compared-room = the interval has room for better and for worse
compared-bound = the computer, not the drive, set the pace (generator-bound)
figure-held = as much the computer's as the drive's: { $why }
compared-held = the computer may be the reason for the difference: { $why }
compared-cell-differs = the cell differs: { $what }
compared-forbidden = the runs are not comparable
compared-not-of-drive = what one of the sides measured is no figure of a drive: it went to memory, or to nothing at all
held-back-by = held back by { $limits }
nothing-known = nothing that is known
conditions-unknown = { $run } was imported: the state of its drive, its file system and its computer are not known
noun-tool = tool
noun-latency = latency is
noun-limits = held back by
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
noun-again = what is asked again
noun-application = program
noun-trace = trace
mix-of = { $reads } reads, { $discards } discards, { $flushes } flushes
request-count = { $count } requests
one-or-other = { $one } or { $other }
ends-when-steady = { $limit }, or as soon as it is steady: { $rule }
ends-when-known = { $limit }, from { $after } on as soon as the rate is known to ±{ $within } ({ $confidence })
drive-purged = purged before
drive-not-purged = not purged
free-space-differs = free space: { $one } against { $other } of the drive
the-first-run = the first run
did-not-complete = { $run } did not complete
tuned-differs = settings of the computer made for the run differ (tuned)
bound-in = generator-bound cells in { $runs }: the computer set the pace there
both-runs = { $one } and { $other }
kind-device = a device
kind-file = a file
kind-null = nothing
kind-simulated = a simulated drive
kind-imported = a log of another program
kind-serial-line = a computer that boots
kind-unknown = something that this version does not know

# Purges
purge-other-data = what was read afterwards is not what it should be
purge-no-command = the drive has no such command

# Promises and advice
promise-read = sequential read
promise-write = sequential write
promise-random-read = random read
promise-random-write = random write
promise-class-write = { $mark } write
promise-class-random-read = { $mark } random read
promise-class-random-write = { $mark } random write
promise-no-class-test = the mark is tested by rules of the SD Association on a bare card; this is no such test
promise-a2-host = A2 holds only in a host that uses the card's command queue and cache
price-unknown = its price is not known
price-in-other = its price is known in { $currency } only ({ $price }); currencies are not converted
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
error-not-as-written = what was read is not what was written there
error-not-the-image = what is read back is not what the image holds, in pages of 4 KiB
error-beyond-the-end = the test file is shorter than the region: it ends at { $size }

# Why a drive was not purged
purge-not-nvme = it is no NVMe drive
purge-not-sata = it is no SATA drive
purge-zones = its zones are written at their write pointers alone: a discard resets them
purge-unknown-way = this version has no such way
purge-stopped = it was stopped
purge-goes-on = it was stopped; the drive goes on by itself
purge-takes-no-more = it takes no more data
purge-command-not-passed = command { $command } is not passed on
purge-command-failed = command { $command } failed (sense key { $key })
purge-no-security = the drive has no security commands
purge-locked = the drive is locked with a password
purge-foreign-password = the drive has a password of somebody else's
purge-frozen = the drive is frozen: suspend the computer and wake it, then try again
purge-too-many-passwords = too many passwords were tried: switch the drive off and on
purge-password-stays = { $reason }; and the password "iogram" could not be removed: { $error }
purge-status-unknown = the drive does not know it (status { $status })
purge-status = the drive answered with status { $status }
purge-no-format = the drive has no Format command
purge-no-sanitize = the drive has no Sanitize command that erases
purge-other-namespaces = it would erase { $count } other namespaces, too
purge-sanitize-state = Sanitize ended in state { $state }

# Why a drive did not answer a question
unanswered = { $question }: { $reason }
ask-not-permitted = not permitted; root may ask
ask-not-passed-on = the driver passes no such question on
ask-controller-failed = the controller failed ({ $status })
ask-no-registers = no registers came back
ask-refused = the drive or its bridge refused
ask-scsi-status = SCSI status { $status }
ask-nvme-status = NVMe status { $status }
ask-means-nothing = the answer means nothing
spare-not-purged = the drive was not fresh at the beginning
spare-data = the data can be compressed
spare-too-coarse = its samples are too long: the first ones already write a large part of the range
spare-too-early = after { $passes } of the range it has hardly begun to collect blocks
spare-never-fell = after { $passes } of the range its rate has hardly fallen, so that something else than its flash bounds it
spare-not-collection = its course is { $misfit } off that of plain garbage collection: a cache, heat, or another way to collect
spare-cache-in-the-way = it changes before any block has to be collected, as with a cache in front of its flash
spare-range-too-wide = what was measured agrees with { $low } to { $high }
spare-outside = it is below 2 % or above 300 %
spare-mixed = the drive does not count what it writes to its flash, and reads among the writes hide how fast these are
spare-rests = the drive rested in between, and may have collected blocks meanwhile
ask-content = content of { $device }

# What limits a drive
limit-link = { $link } link: at most about { $rate }
limit-link-unknown = { $link } link
limit-although = { $limit }, although the drive can do { $possible }
limit-although-port = { $limit }, although the drive can do { $possible }: another port or cable may be faster
limit-bulk-only = bulk-only transport (usb-storage): one command at a time, so that queue depths above 1 bring nothing
limit-bulk-only-uas = bulk-only transport (usb-storage): one command at a time, so that queue depths above 1 bring nothing, although the drive offers UAS: the kernel may have a quirk against it
limit-pcie = PCIe { $link }: at most about { $rate }
limit-pcie-below = PCIe { $link } of { $possible }: at most about { $rate }
limit-slot-no-more = { $limit }; the slot has no more
limit-slot-less = { $limit }; the slot does not have all of that
limit-slot-could = { $limit }; the slot could do it: the drive may sit badly, or saves power
limit-bus-one = { $family } bus at { $megahertz } MHz, 1 bit ({ $mode }): at most about { $rate }
limit-bus = { $family } bus at { $megahertz } MHz, { $lines } bits ({ $mode }): at most about { $rate }
limit-cache-off = the drive's write cache is off
limit-cache-off-unseen = the drive's write cache is off; the kernel believes that it is on
limit-worn = { $share } of the drive's life is used up by its own count: it may be slower than when new
limit-worn-out = more than all of the drive's life is used up by its own count: it may be slower than when new
quoted = { $words }
