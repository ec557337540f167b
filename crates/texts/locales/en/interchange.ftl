# export_parquet
interchange-cannot-read-histogram-cell = cannot read the histogram of { $operation } in cell { $cell }
interchange-cannot-write-parquet = cannot write Parquet

# fio_job/drives
interchange-requests-take-turns-how-long-drive = its requests take turns, and how long one drive takes decides when the next one is asked; with a rate (rate_iops, rate) each drive has its part
interchange-file-service-type-sequential-goes-next = with file_service_type=sequential it goes on to the next one when one is over
interchange-rate-divided-only-file-service-type = its rate is divided only with file_service_type=roundrobin and a linear rate_process, or with random and poisson
interchange-pauses-thinktime-follow-many-requests-all = its pauses (thinktime) follow so many requests of all of them
interchange-ends-sum-all-rate-min-rate = what it ends with is the sum of all of them (rate_min, rate_iops_min, steadystate, flow, exitall, latency_target)
interchange-size-io-size-number-ios-no = its size, io_size or number_ios is no multiple of their number in whole blocks
interchange-some-wait-others-stonewall-wait-go = some wait for others (stonewall, wait_for), which would go on on another drive
interchange-logs-write-bw-log-write-iops = its logs (write_bw_log, write_iops_log, write_lat_log) are of all of them
interchange-names-none-filename = it names none of them (filename)
interchange-others-file-name-some-drives-alone = others of the file name some of its drives alone

# fio_job/fault
interchange-sections-job-file = sections of the job file: { $sections }
interchange-options-job-file = options of the job file: { $options }
interchange-set-front-command = set it in front of the command, such as: { $command }
interchange-write-fio-variables-set-front-command = write { $variable }, as fio has its variables, and set it in front of the command, such as: { $command }
interchange-name-drive-each-section-filename-measure = name one drive in each section (filename), or measure all of it on one target (--target)
interchange-name-drive-target-device-target-sim = name a drive: --target DEVICE, or --target sim:NAME
interchange-fio-option-not-supported = fio's option { $option } is not supported
interchange-fio-option-not-supported-option-why = fio's option { $option } is not supported: { $why }
interchange-fio-option-not-supported-but = fio's option { $option } is not supported with "{ $value }", but with { $takes }
interchange-no-value-takes = "{ $value }" is no value of { $option }: it takes { $takes }
interchange-variable-not-set = the variable { $name } is not set
interchange-cannot-include = cannot include { $name }: { $error }
interchange-stands-before-first-section = "{ $text }" stands before the first section
interchange-job-says-no = job { $job } says no { $what }
interchange-job-cannot-run-ones-before = job { $job } cannot run with the ones before it: { $why }
interchange-job-cannot-run-several-drives-each = job { $job } cannot run on several drives, each measured by itself: { $why }
interchange-job-cannot-run-file = job { $job } cannot run on a file: { $why }
interchange-no-section = there is no section { $section }
interchange-no-option-leave-out-ignore-neither = there is no option { $option } to leave out (--ignore): neither the job file nor fio has it
interchange-no-job = there is no job in it
interchange-more-jobs = there are more than { $limit } jobs in it
interchange-sections-more-options-those-global-sections = its sections have more than { $limit } options, with those of global sections
interchange-line-changes-nothing = line { $line }: { $option } changes nothing: { $why }
interchange-line-left-out-ignore = line { $line }: { $option } is left out (--ignore)
interchange-ignore-changes-nothing-job-file-no = --ignore { $option } changes nothing: the job file has no such option

# fio_job/forms
interchange-0-1 = 0 or 1
interchange-whole-number = a whole number
interchange-fio-words = one of fio's words for it

# fio_job/job
interchange-size-4k-1g = a size such as 4k or 1g
interchange-time-60-5m = a time such as 60 or 5m
interchange-most-value-iodepth = at most the value of iodepth
interchange-job-runs-before = the one job that runs before it
interchange-0-1-trimwrite = 0 or 1 in trimwrite
interchange-no-other-option-makes-data-durable = no other option that makes data durable
interchange-no-dedupe-percentage-beside = no dedupe_percentage beside it

# fio_job/job/blocks
interchange-sizes-shares-4k-60-64k-40 = sizes and shares such as 4k/60:64k/40
interchange-two-sizes-4k-64k = two sizes such as 4k-64k
interchange-size-4k = a size such as 4k
interchange-most-three-values-reads-writes-trims = at most three values: of reads, writes and trims
interchange-shares-leave-something-sizes-without = shares that leave something for the sizes without one
interchange-value-reads-writes = one value for reads and writes

# fio_job/job/ends
interchange-group-stonewall-all = group, stonewall or all
interchange-exitall-ends-those-own-group-alone = exitall ends those of its own group alone (new_group): exit_what=stonewall ends all that run
interchange-exitall-end-another-writes-compared-verify = exitall would end them with one another, and what one of them writes is compared (verify)
interchange-never-runs-exit-all-ends-before = it never runs, as exit_what=all ends it before it begins: leave it out (--section)

# fio_job/job/errors
interchange-none-read-write-io-verify-all = none, read, write, io, verify or all
interchange-errors-reads-writes-compared-eagain-enospc = errors of reads, writes and what is compared, such as EAGAIN,ENOSPC:122

# fio_job/job/floor
interchange-multiple-100-ms = a multiple of 100 (ms)
interchange-no-rate-min-beside = no rate_min beside it
interchange-rate-500-10m = a rate such as 500 or 10m
interchange-no-more-rate-job-held = no more than the rate that the job is held to

# fio_job/job/order
interchange-block-size-where-places-not-evenly = the block size, where places are not evenly random or in zones
interchange-block-size-beside-reads-writes-alike = one block size beside it, of reads and writes alike
interchange-rates-reads-writes-shares-whole-percent = rates of reads and writes whose shares are whole percent
interchange-distance-8k-8k = a distance such as 8k or -8k
interchange-new-place-each-request = a new place for each request
interchange-same-writes-trims-trimwrite = the same for writes and trims in trimwrite
interchange-share-reads-writes = one share for reads and writes
interchange-random-where-only-share = random where only a share is
interchange-1-where-addresses-ascend = 1 where addresses ascend
interchange-more-block-backwards = more than a block backwards
interchange-block-size = one block size
interchange-share-0-15 = a share such as 0.15
interchange-zipf-number-other-1 = zipf with a number other than 1
interchange-pareto-share-above-0-below-1 = pareto with a share above 0 and below 1
interchange-normal-0-percent-more-less-100 = normal with 0 percent or more, and less than 100
interchange-linear-poisson = linear or poisson
interchange-time-500-1ms = a time such as 500 or 1ms
interchange-complete-issue = complete or issue
interchange-no-trimwrite-beside-trimmed-written-once = no trimwrite beside it: what is trimmed is written at once

# fio_job/job/percents
interchange-up-20-percentages-50-99-99 = up to 20 percentages such as 50:99:99.9

# fio_job/job/place
interchange-directory = one directory
interchange-name-device-file = the name of a device or a file
interchange-jobname-where-several-jobs-clones-numjobs = $jobname in it, where several jobs with clones (numjobs) have it

# fio_job/job/shares
interchange-share-only-size-filesize = a share only of a size, or of a filesize
interchange-time-range-fio-draws-chance = one time: of a range fio draws one by chance

# fio_job/job/sizes
interchange-least-block-each-file-nrfiles = at least a block for each file (nrfiles)
interchange-less-filesize = less than its filesize
interchange-no-offset-increment-beside = no offset_increment beside it

# fio_job/job/steady
interchange-iops-iops-slope-bw-bw-slope = iops, iops_slope, bw, bw_slope, lat or lat_slope with a limit such as iops:5%
interchange-share-latency-lat-5 = a share of the latency, such as lat:5%
interchange-multiple-steadystate-check-interval-twice-least = a multiple of steadystate_check_interval, twice that at least
interchange-multiple-100ms = a multiple of 100ms
interchange-no-steadystate-beside = no steadystate beside it

# fio_job/job/verify
interchange-checksum-crc32c-md5-meta-pattern-verify = a checksum such as crc32c or md5, meta, or pattern with a verify_pattern
interchange-1-2-4-8-bytes-0xdeadbeef = 1, 2, 4 or 8 bytes such as 0xdeadbeef
interchange-no-buffer-pattern-beside-decides-written = no buffer_pattern beside it, which decides what is written
interchange-no-verify-beside-decides-written = no verify beside it, which decides what is written
interchange-verify-pattern-beside-verify-pattern = verify_pattern beside verify=pattern
interchange-verify-says-compared = a verify that says what is compared
interchange-1-beside-verify-only-nothing-else = 1 beside verify_only, which does nothing else
interchange-data-job-before-writes-same-verify = the data of a job before it that writes the same with verify, where one writes there
interchange-whole-number-32-bits = a whole number of 32 bits
interchange-no-trims-where-data-compared-verify = no trims where data are compared (verify)
interchange-no-runtime-where-reads-compared-verify = no runtime where reads are compared (verify): what was written before is read whole
interchange-0-beside-verify-only = 0 beside verify_only
interchange-blocks-size-each-come-once-beside = blocks of one size that each come once beside verify, or verify_backlog
interchange-1-beside-verify-runtime-verify-backlog = 1 beside verify with a runtime, or verify_backlog
interchange-1-where-read-alone-compared-verify = 1 where what is read alone is compared (verify), else 1 to 1000
interchange-loop-where-data-compared-verify-each = one loop where data are compared (verify): each is a cell of its own
interchange-no-verify-beside = no verify beside it
interchange-engine-keeps-written-where-compared-verify = an engine that keeps what is written, where that is compared (verify)
interchange-job-before-file-writes-whole-verify = what a job before it in the file writes whole, with verify; data of another run, or of fio, are not compared

# fio_job/job/zones
interchange-zonemode-zbd-beside = zonemode=zbd beside it
interchange-none-strided-zbd = none, strided or zbd
interchange-addresses-order-without-holes-evenly-random = addresses in order without holes, or evenly at random
interchange-1-where-zones = 1 where there are zones
interchange-zonesize-beside-zonemode-strided = zonesize beside zonemode=strided
interchange-least-block = at least a block
interchange-0-beside-zonemode-zbd = 0 beside zonemode=zbd
interchange-no-trimwrite-beside-zonemode-zbd = no trimwrite beside zonemode=zbd
interchange-share-0-1 = a share from 0 to 1

# fio_job/method
interchange-not-all-file-wait-many-completions = not all of the file wait for as many completions (iodepth_batch_complete_min)
interchange-jobs-clones-once-only-first-latencies = of jobs and clones at once only the first has latencies over time (write_lat_log)
interchange-writes-reads-compared-verify-not-other = what one of them writes or reads is compared (verify), and not that of the other
interchange-more-64-loads-once = it is more than 64 loads at once
interchange-file-cannot-discarded = a file cannot be discarded
interchange-filename-drive-file-data-verify-only = filename of a drive, or of a file that is there, with the data that verify_only compares
interchange-looks-queue-depth-latency-target = it looks for a queue depth (latency_target)
interchange-looks-queue-depth-latency-target-2 = one of them looks for a queue depth (latency_target)
interchange-sum-both-steady-steadystate-group-reporting = the sum of both has to be steady (steadystate, group_reporting)
interchange-not-all-go-after-same-errors = not all of them go on after the same errors (continue_on_error, ignore_error)
interchange-ramp-time-differs = their ramp_time differs
interchange-not-both-go-past-page-cache = not both go past the page cache (direct)
interchange-ioengine-null = one of them is of ioengine null
interchange-begins-later-startdelay-keep-shares-flow = one of them begins later (startdelay), and they keep to shares (flow)

# fio_job/method/compared
interchange-loops-differ-write-compared-verify = their loops differ, and what they write is compared (verify)
interchange-write-not-compared-same-way-verify = what they write is not compared in the same way (do_verify, verify_only, verify_backlog)
interchange-both-write-place-compared-verify-offset = both write in one place what is compared (verify); with an offset and a size each can have its own

# fio_job/method/parts
interchange-sum-clones-steady-each-places-own = the sum of its clones has to be steady, and each has places of its own (offset_increment)
interchange-size-bytes-clones-end-own-need = size in bytes, which clones with an end of their own need

# fio_job/method/sized
interchange-size-bytes-clones-need-where-last = size in bytes, which its clones need where the last ones would have less (offset_increment)
interchange-size-share-io-size-needs-beside = size, which a share of it (io_size) needs beside its offset_increment

# fio_job/method/space
interchange-asks-size-filesize-offset-ends-behind = what it asks for (size, filesize, offset) ends behind the end of the file, which is not made larger
interchange-size-bytes-share-moved-io-size = size in bytes, of which a share is moved (io_size)
interchange-offset-increment-bytes-where-nothing-could = offset_increment in bytes, where there is nothing of which it could be a share
interchange-size-bytes-file-needs = size in bytes, which a file needs
interchange-size-bytes-none-beside-offset-increment = size in bytes, or none, beside its offset_increment
interchange-offset-percent-beside-size-percent = offset in percent beside its size in percent
interchange-order-each-files-filename-position-own = in order each of its files (filename) has a position of its own, and on one target they lie one behind another

# fio_job/method/zoned
interchange-offset-increment-not-size-zoned-drive = their offset_increment is not their size, and on a zoned drive they are one load

# fio_job/options
interchange-iogram-measures-time-own-way-always = iogram measures time its own way and always measures it
interchange-says-fio-prints-record-keeps-everything = it says what fio prints; the record keeps everything
interchange-written-never-repeats-made-anew-each = what is written never repeats and is made anew for each request
interchange-random-choices-follow-seed = random choices follow --seed
interchange-read-compared-thread-reads = what is read is compared by the thread that reads it
interchange-how-requests-handed-over-iogram-choice = how requests are handed over is iogram's choice, and in the record
interchange-all-requests-out-handed-over-once = all requests that can be out are handed over at once, and all that are back are taken
interchange-where-threads-buffers-lie-iogram-choice = where threads and buffers lie is iogram's choice (--cpus)
interchange-iogram-makes-test-file-itself-allocated = iogram makes its test file itself, allocated and written before it is read
interchange-job-waits-others-requests-goes-soon = a job that waits for the others' requests goes on as soon as it may
interchange-logs-line-each-interval-record-series = logs have a line for each interval of the record's series
interchange-iogram-never-writes-mounted = iogram never writes to what is mounted
interchange-compressible-part-each-512-bytes-same = the compressible part of each 512 bytes is the same
interchange-remark = it is a remark
interchange-error-ends-cell-all-jobs = an error ends the cell with all of its jobs
interchange-files-job-large-all = files of a job are one, as large as all of them
interchange-job-ends-where-size-drive-no = a job ends where its size or the drive does, and no file system is filled up
interchange-polling-option-run-poll = polling is an option of the run: --poll
interchange-buffers-begin-pages = buffers begin at pages
interchange-iogram-buffers-own = iogram's buffers are its own
interchange-requests-cell-overlap-fio-without-verify = requests of a cell may overlap, as fio's do without verify
interchange-every-block-met-once-whatever-memory = every block is met once, whatever memory that takes
interchange-each-block-region-drawn-itself = each block of the region is drawn by itself
interchange-job-issues-nothing-pauses-whatever-processor = a job that issues nothing pauses, whatever the processor does meanwhile
interchange-reads-writes-told-apart = reads and writes are told apart
interchange-test-file-removed-after-run = the test file is removed after the run
interchange-places-wrong-data-told-no-copies = the places of wrong data are told, and no copies are kept
interchange-wrong-data-error-drive-first-place = wrong data are an error of the drive, and the first place is named
interchange-every-512-bytes-compared = every 512 bytes are compared
interchange-no-heads-written = there are no heads in what is written
interchange-no-state-kept-another-run = no state is kept for another run
interchange-same-requests-made-again-reads = the same requests are made again, as reads
interchange-record-keeps-whole-histograms = the record keeps whole histograms
interchange-iogram-gives-requests-no-i-o = iogram gives requests no I/O priority: that of the program holds for all of them
interchange-iogram-writes-carry-no-placement-no = iogram's writes carry no placement and no protection information
interchange-iogram-starts-no-other-program-runs = iogram starts no other program, and runs as whoever starts it
interchange-iogram-asks-no-drive-writes-never = iogram asks no drive for writes that are never torn (RWF_ATOMIC)
interchange-block-sizes-list-between-two-range = block sizes are a list, and between two of a range is one for each byte
interchange-iogram-makes-test-file-itself-no = iogram makes its test file itself, and no file that is there is written to
interchange-iogram-changes-no-scheduler-computer-job = iogram changes no scheduler of the computer for a job file: that is an option of the run
interchange-iogram-no-order-addresses-list = iogram has no order of addresses that is a list
interchange-after-pause-thinktime-job-catches-up = after a pause (thinktime) a job catches up with its rate, as fio's do without it
interchange-recorded-requests-trace-here-iogram-trace = recorded requests are a trace here: iogram trace run
interchange-zone-write-failed-left-alone = a zone of which a write failed is left alone
interchange-run-fio-left-over-known-fio = what a run of fio left over is known to fio alone
interchange-compared-follows-place-no-number-write = what is compared follows from its place, and has no number of its write
interchange-iogram-records-drive-asked-way-own = iogram records what a drive is asked in a way of its own: iogram trace record
interchange-last-write-zone-short-left = the last write of a zone is as short as what is left of it
interchange-drive-says-itself-how-much-zone = a drive says itself how much of a zone can be written
interchange-no-runtime-without-fio-leaves-out = there is no runtime, without which fio leaves it out, too
interchange-no-rate-min-rate-iops-min = there is no rate_min or rate_iops_min, which alone it is for

# import
interchange-end-cut-off-stands-before-read = the end is cut off: what stands before it is read, and the last part is left out

# import/as_ssd
interchange-ssd-counts-mib-calls-mb-rates = AS SSD counts MiB and calls them MB: rates are corrected
interchange-time-ms = a time in ms
interchange-rate-mb-s-iops = a rate in MB/s or iops

# import/bench_sh
interchange-rate-unit = a rate with its unit

# import/bonnie
interchange-line = the line
interchange-row = the row
interchange-rate = a rate
interchange-share-processor = a share of the processor
interchange-latencies = the latencies
interchange-time-unit = a time with its unit
interchange-bonnie-s-k-1024-bytes-rates = bonnie++'s K are 1024 bytes: rates are corrected

# import/cdm
interchange-version-3-later = version 3 or later
interchange-rate-mb-s = a rate in MB/s
interchange-end-line = the end of the line
interchange-kdiskmark-mb-1-024-000-bytes = this KDiskMark's MB are 1,024,000 bytes, as its IOPS prove: rates are corrected by the factor 1.024
interchange-number = a number
interchange-block-size-2 = a block size
interchange-queue-depth = a queue depth

# import/dd
interchange-run-dd = a run of dd
interchange-time-shell-tells-whole-command-no = the time that a shell tells is that of a whole command: no rate follows from it
interchange-dd-prints-mb-mib-rates-bytes = this dd prints MB for MiB: rates are from its bytes and seconds
interchange-dd-told-run-before-end-left = what dd told of a run before its end is left out: its last figures have it, too
interchange-where-sync-timed-below-run-wrote = where sync was timed below a run that wrote, the rate is that of both together: before sync it was in memory
interchange-line-dd-moved-nothing = line { $line }: dd moved nothing
interchange-last-run-dd = the last run of dd
interchange-runs-dd-told-records-no-time = runs of which dd told its records and no time: { $count }; they have no rate
interchange-runs-dd-moved-nothing = runs in which dd moved nothing: { $count }

# import/dd/summary
interchange-time-not-zero = a time that is not zero

# import/diskspd
interchange-table-reads-writes-missing-requests-only = the table of reads or that of writes is missing: its requests are only in the total

# import/diskspd/text
interchange-table = the table
interchange-diskspd-counts-mib-calls-mb-rates = this DiskSpd counts MiB and calls them MB: rates are corrected
interchange-table-reads-writes = a table of reads and writes
interchange-last-line-cut-off-left-out = the last line may be cut off and is left out
interchange-size = a size

# import/drive_told
interchange-name-value = a name and a value
interchange-number-bytes = a number of bytes

# import/elbencho
interchange-name-time = a name and a time

# import/ezfio
interchange-ezfio-counts-mib-calls-mb-rates = ezFIO counts MiB and calls them MB: rates are corrected
interchange-row-begins-seq-rand = a row that begins with Seq or Rand
interchange-tests-ezfio-not-run-rows-zeros = tests that ezFIO did not run, whose rows are zeros, are left out: { $skipped }
interchange-share-writes = a share of writes

# import/failures
interchange-text-tells-requests-failed = the text tells of requests that failed: { $words }

# import/fio_json
interchange-json = the JSON
interchange-all-clients-sum-several-computers-no = "All clients" is the sum of several computers: it is no figure of one drive and is left out
interchange-not-all-requests-job-options-say = not all requests of job { $name } were what its options say: order, block size, depth, caching and number of jobs are unknown
interchange-sum-reads-writes-left-out-parts = the sum of reads and writes is left out: its parts stand above it
interchange-job-ended-error = job { $name } ended with error { $error }

# import/fio_json/latency
interchange-number-not-negative = a number that is not negative
interchange-number-requests-histogram-hold = a number of requests that a histogram can hold

# import/fio_json/states
interchange-fio-told-job-times-while-ran = fio told of a job { $count } times while it ran: what it told last is taken

# import/fio_log
interchange-direction = a direction
interchange-many-fields-first-line = as many fields as in the first line
interchange-lines-zeros-alone-without-time-left = lines of zeros alone, without a time, are left out: { $count }
interchange-percentiles-middles-fio-bins = percentiles are middles of fio's bins
interchange-fio-log = a fio log
interchange-log-not-say-unit-latencies-microseconds = the log does not say the unit of its latencies: microseconds before fio 3.0, nanoseconds since
interchange-each-line-log-window-mean-largest = each line of the log is a window: its mean, or its largest with log_max_value, which the log does not say; what is shown is the mean of the lines
interchange-each-line-log-request-rate-none = each line of the log is one request: its rate is none of the drive, bytes are counted
interchange-each-line-log-request-counted = each line of the log is one request: they are counted
interchange-rates-means-lines-log = rates are means of the lines of the log

# import/fio_terse
interchange-sum-all-clients-left-out-parts = the sum of all clients is left out: its parts stand above it
interchange-percentile = a percentile

# import/fio_text
interchange-fio-usual-output = fio's usual output
interchange-line-rate-without-amount-time-left = line { $line }: a rate without its amount and time is left out

# import/fio_text/groups
interchange-rates-groups-jobs-no-job-told = rates are of groups of jobs, and no job is told of: how many there were, their block size, order, depth and caching are unknown

# import/fio_text/latency
interchange-unit-time = a unit of time

# import/fio_text/rates
interchange-amount-unit = an amount with its unit
interchange-rate-powers-1000 = a rate in powers of 1000

# import/fio_text/states
interchange-fio-told-job-before-end-left = what fio told of a job before its end is left out: its last figures have it, too

# import/hdparm
interchange-line-hdparm-no-figure = line { $line }: hdparm has no figure: { $said }
interchange-hdparm-counts-mib-calls-mb-rates = hdparm counts MiB and calls them MB: rates are corrected
interchange-amount-time-rate = an amount, a time and a rate
interchange-mb-kb = MB or kB
interchange-mb-sec-kb-sec = MB/sec or kB/sec

# import/hdtune
interchange-hd-tune-benchmark = HD Tune's benchmark

# import/ioping
interchange-smallest-mean-largest-latency = the smallest, mean and largest latency
interchange-statistics = the statistics
interchange-number-requests = a number of requests

# import/iozone
interchange-iozone-kb-1024-bytes-rates-corrected = iozone's kB are 1024 bytes: rates are corrected
interchange-text-not-say-columns-count-kb = the text does not say what its columns count: kB/s, as without -O and -N
interchange-kbytes-sec-ops-sec-microseconds = kBytes/sec, ops/sec or microseconds
interchange-kb-sec-ops-sec = kB/sec or ops/sec

# import/iozone/table
interchange-column-iozone-table = a column of iozone's table
interchange-figure-not-run-into-next = a figure that has not run into the next
interchange-figure-below-column = a figure below its column

# import/mmc
interchange-last-line-no-end-cut-off = the last line has no end: it may be cut off, and is left out
interchange-hexadecimal-number = a hexadecimal number
interchange-register = a register
interchange-digits-register = the digits of a register
interchange-card-registers = a card's registers

# import/nvme_cli
interchange-number-blocks = a number of blocks
interchange-power-two = a power of two
interchange-columns-below-heads = columns below their heads
interchange-device-node = a device node

# import/older
interchange-command-lines-above-tables-flashbench-open = the command lines above the tables of flashbench (--open-au-nr)

# import/pgbench
interchange-rate-without = what the rate is without

# import/phoronix
interchange-phoronix-test-suite = the Phoronix Test Suite
interchange-test-mb-s-kib-s-iops = this test's MB/s are KiB/s, as its IOPS prove: rates are corrected
interchange-test-mb-mib-iops-prove-rates = this test's MB are MiB, as its IOPS prove: rates are corrected

# import/pi_benchmarks
interchange-hdparm-mb-mib-kb-fio-iozone = hdparm's MB are MiB, the KB of fio and iozone KiB: rates are corrected
interchange-mb-s-kb-s = MB/s or KB/s

# import/plausible
interchange-part-no-figure-but-zeros-left = a part that has no figure but zeros is left out
interchange-faster-link-any-drive-came-memory = { $name } is faster than the link of any drive: it came from memory, or its unit is another
interchange-results-zeros-alone-left-out-nothing = results of zeros alone are left out, nothing was measured: { $count }
interchange-no-amount-left-out = { $name }: what is no amount is left out ({ $figures })
interchange-time-years-cannot-left-out-rates = { $name }: a time of { $years } years cannot be, and is left out with the rates that follow from it
interchange-cannot-same-requests-latencies-left-out = { $name }: { $one } and { $other } cannot be of the same requests: its latencies are left out
interchange-request-longer-test-latencies-left-out = { $name }: a request of { $longest } is longer than its test of { $elapsed }: its latencies are left out
interchange-mean-latency-rate-takes-requests-once = { $name }: a mean latency of { $mean } at its rate takes { $out } requests at once, and it had { $most }: its latencies are left out

# import/refusal
interchange-cannot-read-should-stand = cannot read "{ $found }": { $expected } should stand there
interchange-cannot-read-cut-off = cannot read { $what }: it is cut off
interchange-cannot-believe-follows-stands-beside = cannot believe "{ $one }": { $other } follows from what stands beside
interchange-cannot-read-json = cannot read the JSON: { $error }
interchange-cannot-find-drive-says = cannot find a drive in it: { $tool } says "{ $message }"
interchange-cannot-find-rate-tells-records-no = cannot find a rate in it: { $tool } tells its records there, and no time
interchange-cannot-find-figure-whatever-printed-zero = cannot find a figure in it: whatever { $tool } printed is zero or cannot be, so nothing was measured
interchange-cannot-find-anything = cannot find anything of { $what }
interchange-give-tool-output-printed-name-another = give it the tool's output as it was printed, or name another kind with --as
interchange-run-tool-again-where-open-drive = run the tool again, where it can open the drive (as root)
interchange-give-whole-output-no-time-measure = give it the whole output; if that has no time, measure with a tool that tells it, such as fio or GNU's dd
interchange-look-tool-said-above-table-run = look at what the tool said above its table, and run it again
interchange-give-whole-output-last-line = give it the whole output, to its last line
interchange-give-tool-output-printed-without-changes = give it the tool's output as it was printed, without changes

# import/smartctl
interchange-passed-failed = PASSED or FAILED
interchange-attribute-begins-number = an attribute that begins with its number
interchange-number-up-255 = a number up to 255
interchange-seven-columns = seven columns

# import/smartctl_json
interchange-smartctl-says = smartctl says "{ $message }"
interchange-attribute = an attribute

# import/stream
interchange-line-not-end = a line that does not end

# import/xml
interchange-end-element-began-last = the end of the element that began last
interchange-xml = the XML

# import/yabs
interchange-rate-iops = a rate and IOPS
interchange-yabs-mb-1-024-000-bytes = this YABS' MB are 1,024,000 bytes, as its IOPS prove: rates are corrected by the factor 1.024
interchange-table-not-say-reads-writes-ran = this table does not say that reads and writes ran together: their totals are left out, and order, depth, jobs and caching are unknown
interchange-row-yabs = a row of YABS
interchange-kb-s-mb-s-gb-s = KB/s, MB/s or GB/s

# lib
interchange-cannot-find-anything-log = cannot find anything of { $tool } in the log
interchange-cannot-take-log-drive-names-several = cannot take the log of { $tool } as that of one drive: it names several
interchange-give-tool-output-printed-command-lines = give it the tool's output as it was printed, with the command lines if there are any
interchange-import-iogram-import-file-keeps-each = import it with iogram import FILE, which keeps each drive by itself

# fio_job/job
interchange-1000-1024 = 1000 or 1024
interchange-0 = 0
interchange-99-99-9-99-99-99 = 99, 99.9, 99.99, 99.999 or 100
interchange-sync-psync-pvsync-pvsync2-libaio-posixaio = sync, psync, pvsync, pvsync2, libaio, posixaio, io_uring or null
interchange-0-1-none-sync-dsync = 0, 1, none, sync or dsync
interchange-inline-offload = inline or offload
interchange-0-100 = 0 to 100
interchange-repeat = repeat

# fio_job/job/flow
interchange-whole-number-1 = a whole number from 1 on

# fio_job/job/order
interchange-read-write-randread-randwrite-rw-randrw = read, write, randread, randwrite, rw, randrw, trim, randtrim, trimwrite or randtrimwrite
interchange-random-zipf-0-9-pareto-0 = random, zipf:0.9, pareto:0.2, normal:10 or zoned:50/5:30/15:20/80, for reads and writes alike

# fio_job/job/zones
interchange-zonemode-strided = zonemode=strided

# import/as_ssd
interchange-ssd-benchmark = AS SSD Benchmark

# import/bench_sh
interchange-bench-sh = bench.sh
interchange-mb-s = MB/s

# import/bonnie
interchange-bonnie = bonnie++

# import/cdm
interchange-time-us = a time in us
interchange-number-iops = a number of IOPS

# import/dd
interchange-dd = dd

# import/diskspd
interchange-diskspd = DiskSpd

# import/diskspd/xml
interchange-testtimeseconds = TestTimeSeconds

# import/elbencho
interchange-elbencho = elbencho

# import/ezfio
interchange-ezfio = ezFIO

# import/fio_json
interchange-fio = fio

# import/fio_log
interchange-kind-log-name-bw-iops-lat = the kind of a log in its name (_bw, _iops, _lat, _slat, _clat, _clat_hist)

# import/hdparm
interchange-hdparm = hdparm

# import/ioping
interchange-ioping = ioping

# import/iozone
interchange-iozone = iozone

# import/mmc
interchange-mmc = mmc

# import/nvme_cli
interchange-nvme-cli = nvme-cli

# import/nvme_json
interchange-kelvin = kelvin

# import/older
interchange-f3 = f3
interchange-h2testw = h2testw
interchange-flashbench = flashbench

# import/pgbench
interchange-pgbench = pgbench

# import/pi_benchmarks
interchange-pibenchmarks-com = pibenchmarks.com

# import/smartctl
interchange-smartctl = smartctl
interchange-hours-minutes = hours:minutes

# import/sysbench
interchange-sysbench-fileio = sysbench fileio

# import/winsat
interchange-winsat = winsat

# import/yabs
interchange-yabs = YABS

# import/cdm
interchange-kdiskmark = KDiskMark
interchange-crystaldiskmark = CrystalDiskMark
