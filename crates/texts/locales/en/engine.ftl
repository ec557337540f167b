# drive_zones
engine-writes-where-likes-zones-take-writes = it writes anywhere, and zones of { $size } accept writes only at their write pointers
engine-let-go-write-pointers-access-write = use the write pointers (--access write-pointers=random,open=8; access = "write-pointers"; in a job file zonemode=zbd); conventional zones accept any write
engine-zones-drive = it is for zones of { $asked }, and the drive has zones of { $size }
engine-leave-size-zones-out-zone-zonesize = leave the zone size out (zone=, zonesize in a job file), or set the drive's
engine-wants-zones-open-drive-most = it needs { $open } open zones, and the drive allows at most { $limit }
engine-choose-fewer-open-max-open-zones = choose fewer (open=, max_open_zones in a job file), or past-limits (ignore_zone_limits) to test beyond the limit
engine-goes-write-pointers-zones-target-none = it uses write pointers of zones, and the target has none
engine-name-zoned-drive-iogram-show-says = name a zoned drive (iogram show lists them), or choose another access

# record
engine-cannot-run-cell = cannot run the cell: { $message }
engine-block-size-not-multiple-target-logical = its block size of { $size } is not a multiple of the target's logical block size of { $logical } B, which direct I/O requires
engine-choose-multiple-use-buffered = choose a multiple, or use --buffered
engine-block-size-not-multiple-b-data = its block size of { $size } is not a multiple of { $unit } B, which data that follow from their address require
engine-choose-multiple-other-data = choose a multiple, or other data
engine-shares-reads-discards-flushes-more-100 = its shares of reads, discards and flushes exceed 100 %
engine-lower-left-writes = lower one of them; the rest is writes
engine-no-end = it never ends
engine-give-time-amount-count = set a time, an amount or a count
engine-access-takes-block-size-several = { $access } access supports one block size, and it has several
engine-give-block-size = set one block size
engine-queue-depth-job-count-0 = its queue depth or job count is 0
engine-use-least-1 = use at least 1
engine-most-jobs-queue-depth-possible-asks = at most { $jobs_most } jobs and a queue depth of { $depth_most } are possible; requested: { $jobs } and { $depth }
engine-lower-jobs-depth-jobs-depth = lower the jobs or the depth (--jobs, --depth)
engine-requests-need-memory-most-taken = its { $outstanding ->
    [one] 1 request of { $largest } needs
   *[other] { $outstanding } requests of { $largest } need
} { $memory } of memory; the limit is { $most }
engine-lower-depth-jobs-use-smaller-blocks = lower the depth or the jobs, or use smaller blocks
engine-rate-s-cannot-kept = a rate of { $rate_per_s }/s is not possible
engine-use-rate-0-000001-s-1000000000 = use a rate from 0.000001/s to 1000000000/s
engine-operation-time-asks = { $application } does one operation at a time, and its depth is { $depth }
engine-use-depth-1-more-jobs = use a depth of 1, and more jobs
engine-takes-neither-discards-nor-flush-after = { $application } supports neither discards nor a flush after its writes
engine-leave-sync-away-use-sync-end = leave sync out, or use sync = "end"
engine-trace-made-again-job-alone-flushes = a trace allows one job, and only its own flushes
engine-leave-out-jobs-sync-application-loads = leave jobs, sync, application and concurrent loads out
engine-trace-no-time-start-could-left = a trace has no ramp
engine-leave-out-ramp = leave ramp out
engine-segments-not-made-whole-blocks = its segments of { $length } are not multiples of the block { $block }
engine-choose-fewer-segments-block-divides = choose fewer segments, or a block that divides them
engine-segments-not-made-whole-logical-blocks = its segments of { $length } are not multiples of the logical block { $block }
engine-choose-another-amount-number-segments = choose another amount or number of segments
engine-segments-not-fit-apart-each-other = { $count ->
    [one] 1 segment of { $length } does
   *[other] { $count } separate segments of { $length } do
} not fit into { $region } of { $capacity }
engine-choose-smaller-amount-larger-region = choose a smaller amount, or a larger region
engine-no-block-fits-into-region-each = no block of { $block } fits into its region { $region } of { $capacity }: each job has only { $span }
engine-choose-larger-region-smaller-blocks-fewer = choose a larger region, smaller blocks or fewer jobs
engine-jobs-share-order-only-blocks = { $jobs } jobs share a sequence of only { $blocks ->
    [one] 1 block
   *[other] { $blocks } blocks
}

# record/again
engine-leave-again-out = leave again out
engine-program-trace-not-asked-again = requests of a program or a trace cannot be repeated
engine-writes-nothing-could-read-again = it writes no data to read again
engine-verify-needs-writes = add writes: read = 0%
engine-discard-100-read-0 = discard = 100%, read = 0%
engine-only-discarded-nothing-else-written-again = writing again requires discards, and nothing else
engine-discards-writes-differ-size = its discards and writes differ in size
engine-give-both-same-sizes = set the same sizes for both
engine-written-read-again-nothing-else-done = reading written data again allows no other requests
engine-read-100 = read = 100%

# record/beside
engine-two-loads-beside-called = two concurrent loads have the name "{ $name }"
engine-give-each-name-own = give each load its own name
engine-something-runs-beside-runs-beside = a load runs with "{ $name }", which itself runs with the cell
engine-put-all-beside-cell = put all loads beside the cell
engine-runs-beside-not-both-direct-i = "{ $name }" runs with it, and only one of them does direct I/O
engine-use-direct-i-o-everything-same = use direct I/O for all concurrent loads
engine-runs-beside-both-program = "{ $name }" runs with it, and one of them is a program
engine-leave-out-application = leave application out
engine-beside-ramp-own = the concurrent load "{ $name }" has its own ramp
engine-leave-out-ramp-2 = leave its ramp out
engine-beside-begins-later-requests-keep-share = "{ $name }" starts later, and its requests keep a share of all
engine-leave-out-delay-flow = leave its delay or its flow out
engine-beside = concurrent load "{ $name }": { $why }

# record/zoned
engine-beside-goes-write-pointers-two-loads = "{ $name }" runs with it and uses write pointers, which allow one load at a time
engine-use-load-several-jobs = use one load with several jobs
engine-write-pointers-lead-no-earlier-place = write pointers never return to an earlier address
engine-leave-out-again = leave again out
engine-write-pointers-not-lead-through-segments = write pointers do not support segments
engine-give-region = set one region
engine-buffered-not-written-write-pointers = buffered writes do not arrive at write pointers
engine-use-direct-i-o = use direct I/O
engine-image-says-itself-where-data-lie = the image determines the addresses of its data, not the write pointers
engine-choose-other-data = choose other data
engine-leave-out-application-replay = leave application and replay out
engine-requests-program-trace-not-go-write = requests of a program or a trace do not use write pointers

# replay
engine-cannot-make-again-nobody = cannot replay { $trace }: no trace is loaded
engine-name-trace-iogram-trace-run-file = name a trace: iogram trace run FILE TARGET

# rig
engine-cannot-probe = cannot probe { $target }
engine-name-block-device = name a block device
engine-cannot-purge = cannot purge { $target } ({ $choice })
engine-cannot-discard = cannot discard { $start } to { $end } of { $target }

# tolerated
engine-says-no-failures = invalid kinds of failure "{ $text }"
engine-use-read-write-compared-number-error = use read, write or compared, optionally with an error number: read, write 28

# zones
engine-no-whole-zone-write-pointer-lies = its region { $region } has no whole zone with a write pointer, or not one for each job
engine-choose-region-begins-ends-zones-fewer = choose a region aligned to zones, or fewer jobs
engine-jobs-zones-own-most-open = each of its { $jobs } jobs needs an open zone, and at most { $most } may be open
engine-use-fewer-jobs-let-share-region = use fewer jobs, or a shared region
engine-zones-outside-region-open-drive-no = { $others ->
    [one] 1 zone outside its region is
   *[other] { $others } zones outside its region are
} open, and the drive allows no more
engine-reset-blkzone-reset-larger-region = reset them (blkzone reset), or use a larger region
engine-blocks-larger-zones-take = its blocks of { $largest } exceed the zone capacity of { $capacity }
engine-use-smaller-blocks = use smaller blocks
engine-discards-no-whole-zones = its discards of { $largest } are not whole zones of { $size }
engine-let-blocks-large-zones-discard-resets = use blocks of the zone size: a discard resets a whole zone
engine-no-zone-region-holds-data-read = no zone of its region contains data to read
engine-write-first-read-beyond-write-pointers = write to it first, or read beyond write pointers (read-beyond)
