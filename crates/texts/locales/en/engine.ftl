# drive_zones
engine-writes-where-likes-zones-take-writes = it writes where it likes, and zones of { $size } take writes at their write pointers alone
engine-let-go-write-pointers-access-write = let it go by write pointers (--access write-pointers=random,open=8; access = "write-pointers"; in a job file zonemode=zbd); zones that are written anywhere take all
engine-zones-drive = it is for zones of { $asked }, and the drive's have { $size }
engine-leave-size-zones-out-zone-zonesize = leave the size of zones out (zone=, zonesize in a job file), or say the drive's
engine-wants-zones-open-drive-most = it wants { $open } zones open, and the drive has at most { $limit }
engine-choose-fewer-open-max-open-zones = choose fewer (open=, max_open_zones in a job file), or past-limits (ignore_zone_limits) to see what the drive does
engine-goes-write-pointers-zones-target-none = it goes by the write pointers of zones, and the target has none
engine-name-zoned-drive-iogram-show-says = name a zoned drive (iogram show says which), or choose another access

# record
engine-cannot-run-cell = cannot run the cell: { $message }
engine-block-size-not-multiple-target-logical = its block size of { $size } is not a multiple of the target's logical block size of { $logical } B, as direct I/O needs it
engine-choose-multiple-use-buffered = choose a multiple, or use --buffered
engine-block-size-not-multiple-b-data = its block size of { $size } is not a multiple of { $unit } B, which data that follow from their place need
engine-choose-multiple-other-data = choose a multiple, or other data
engine-shares-reads-discards-flushes-more-100 = its shares of reads, discards and flushes are more than 100 %
engine-lower-left-writes = lower one of them; what is left is writes
engine-no-end = it has no end
engine-give-time-amount-count = give a time, an amount or a count
engine-access-takes-block-size-several = { $access } access takes one block size, and it has several
engine-give-block-size = give one block size
engine-queue-depth-job-count-0 = its queue depth or job count is 0
engine-use-least-1 = use at least 1
engine-most-jobs-queue-depth-possible-asks = at most { $jobs_most } jobs and a queue depth of { $depth_most } are possible, and it asks for { $jobs } at { $depth }
engine-lower-jobs-depth-jobs-depth = lower the jobs or the depth (--jobs, --depth)
engine-requests-need-memory-most-taken = its { $outstanding } requests of { $largest } need { $memory } of memory, and at most { $most } are taken
engine-lower-depth-jobs-use-smaller-blocks = lower the depth or the jobs, or use smaller blocks
engine-rate-s-cannot-kept = a rate of { $rate_per_s }/s cannot be kept
engine-use-rate-0-000001-s-1000000000 = use a rate from 0.000001/s to 1000000000/s
engine-operation-time-asks = { $application } does one operation at a time, and it asks for { $depth }
engine-use-depth-1-more-jobs = use a depth of 1, and more jobs
engine-takes-neither-discards-nor-flush-after = { $application } takes neither discards nor a flush after its writes
engine-leave-sync-away-use-sync-end = leave sync away, or use sync = "end"
engine-trace-made-again-job-alone-flushes = a trace is made again by one job alone, with the flushes that it has
engine-leave-out-jobs-sync-application-loads = leave out jobs, sync, application and loads beside
engine-trace-no-time-start-could-left = a trace has no time at its start that could be left out
engine-leave-out-ramp = leave out ramp
engine-segments-not-made-whole-blocks = its segments of { $length } are not made of whole blocks of { $block }
engine-choose-fewer-segments-block-divides = choose fewer segments, or a block that divides them
engine-segments-not-made-whole-logical-blocks = its segments of { $length } are not made of whole logical blocks of { $block }
engine-choose-another-amount-number-segments = choose another amount or number of segments
engine-segments-not-fit-apart-each-other = { $count } segments of { $length } do not fit apart from each other into { $region } of { $capacity }
engine-choose-smaller-amount-larger-region = choose a smaller amount, or a larger region
engine-no-block-fits-into-region-each = no block of { $block } fits into its region { $region } of { $capacity }: each job has only { $span }
engine-choose-larger-region-smaller-blocks-fewer = choose a larger region, smaller blocks or fewer jobs
engine-jobs-share-order-only-blocks = { $jobs } jobs share an order of only { $blocks } blocks

# record/again
engine-leave-again-out = leave again out
engine-program-trace-not-asked-again = what a program or a trace does is not asked again
engine-writes-nothing-could-read-again = it writes nothing that could be read again
engine-verify-needs-writes = add writes: read = 0%
engine-discard-100-read-0 = discard = 100%, read = 0%
engine-only-discarded-nothing-else-written-again = only what is discarded, and nothing else, is written again
engine-discards-writes-differ-size = its discards and writes differ in size
engine-give-both-same-sizes = give both the same sizes
engine-written-read-again-nothing-else-done = what was written is read again, and nothing else is done
engine-read-100 = read = 100%

# record/beside
engine-two-loads-beside-called = two loads beside it are called "{ $name }"
engine-give-each-name-own = give each a name of its own
engine-something-runs-beside-runs-beside = something runs beside "{ $name }", which runs beside it
engine-put-all-beside-cell = put all of it beside the cell
engine-runs-beside-not-both-direct-i = "{ $name }" runs beside it, and not both do direct I/O
engine-use-direct-i-o-everything-same = use direct I/O for everything at the same time
engine-runs-beside-both-program = "{ $name }" runs beside it, and one of both is a program
engine-leave-out-application = leave out application
engine-beside-ramp-own = "{ $name }" beside it has a ramp of its own
engine-leave-out-ramp-2 = leave out its ramp
engine-beside-begins-later-requests-keep-share = "{ $name }" beside it begins later, and its requests keep to a share of all
engine-leave-out-delay-flow = leave out its delay or its flow
engine-beside = "{ $name }" beside it: { $why }

# record/zoned
engine-beside-goes-write-pointers-two-loads = "{ $name }" beside it goes by write pointers, which two loads cannot do at once
engine-use-load-several-jobs = use one load with several jobs
engine-write-pointers-lead-no-earlier-place = write pointers lead to no earlier place again
engine-leave-out-again = leave out again
engine-write-pointers-not-lead-through-segments = write pointers do not lead through segments
engine-give-region = give one region
engine-buffered-not-written-write-pointers = what is buffered is not written at write pointers
engine-use-direct-i-o = use direct I/O
engine-image-says-itself-where-data-lie = an image says itself where its data lie, not the write pointers
engine-choose-other-data = choose other data
engine-leave-out-application-replay = leave out application and replay
engine-requests-program-trace-not-go-write = requests of a program or a trace do not go by write pointers

# replay
engine-cannot-make-again-nobody = cannot make { $trace } again: nobody has it
engine-name-trace-iogram-trace-run-file = name a trace: iogram trace run FILE TARGET

# rig
engine-cannot-probe = cannot probe { $target }
engine-name-block-device = name a block device
engine-cannot-purge = cannot purge { $target } ({ $choice })
engine-cannot-discard = cannot discard { $start } to { $end } of { $target }

# tolerated
engine-says-no-failures = "{ $text }" says no failures
engine-use-read-write-compared-number-error = use read, write or compared, with the number of an error behind it or without: read, write 28

# zones
engine-no-whole-zone-write-pointer-lies = no whole zone with a write pointer lies in its region { $region }, or not one for each job
engine-choose-region-begins-ends-zones-fewer = choose a region that begins and ends with zones, or fewer jobs
engine-jobs-zones-own-most-open = its { $jobs } jobs have zones of their own, and at most { $most } are open
engine-use-fewer-jobs-let-share-region = use fewer jobs, or let them share the region
engine-zones-outside-region-open-drive-no = { $others } zones outside of its region are open, and the drive has no more
engine-reset-blkzone-reset-larger-region = reset them: blkzone reset, or a larger region
engine-blocks-larger-zones-take = its blocks of { $largest } are larger than the zones, which take { $capacity }
engine-use-smaller-blocks = use smaller blocks
engine-discards-no-whole-zones = its discards of { $largest } are no whole zones, which have { $size }
engine-let-blocks-large-zones-discard-resets = let blocks be as large as zones: a discard resets a whole one
engine-no-zone-region-holds-data-read = no zone of its region holds data to be read
engine-write-first-read-beyond-write-pointers = write to it first, or read beyond write pointers (read-beyond)
