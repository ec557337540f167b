# export_parquet
interchange-cannot-read-histogram-cell = cannot read the histogram of { $operation } in cell { $cell }
interchange-cannot-write-parquet = cannot write Parquet

# fio_job/drives
interchange-requests-take-turns-how-long-drive = its drives take turns, so each drive delays the others; with a rate (rate_iops, rate) each drive gets its share
interchange-file-service-type-sequential-goes-next = with file_service_type=sequential it starts a drive when the previous one is done
interchange-rate-divided-only-file-service-type = its rate can be divided only with file_service_type=roundrobin and a linear rate_process, or with random and poisson
interchange-pauses-thinktime-follow-many-requests-all = its pauses (thinktime) count the requests of all drives
interchange-ends-sum-all-rate-min-rate = its end depends on the sum over all drives (rate_min, rate_iops_min, steadystate, flow, exitall, latency_target)
interchange-size-io-size-number-ios-no = its size, io_size or number_ios is not divisible by the number of drives in whole blocks
interchange-some-wait-others-stonewall-wait-go = some jobs wait for others (stonewall, wait_for); separate drives do not wait
interchange-logs-write-bw-log-write-iops = its logs (write_bw_log, write_iops_log, write_lat_log) cover all drives
interchange-names-none-filename = it names no drive (filename)
interchange-others-file-name-some-drives-alone = another job of the file uses only some of its drives

# fio_job/fault
interchange-sections-job-file = sections of the job file: { $sections }
interchange-options-job-file = options of the job file: { $options }
interchange-set-front-command = set it before the command, such as: { $command }
interchange-write-fio-variables-set-front-command = write { $variable }, fio's form of a variable, and set it before the command, such as: { $command }
interchange-name-drive-each-section-filename-measure = name one drive in each section (filename), or run the whole file on one target (--target)
interchange-name-drive-target-device-target-sim = name a drive: --target DEVICE, or --target sim:NAME
interchange-fio-option-not-supported = fio's option { $option } is not supported
interchange-fio-option-not-supported-option-why = fio's option { $option } is not supported: { $why }
interchange-fio-option-not-supported-but = fio's option { $option } is not supported with "{ $value }"; supported: { $takes }
interchange-no-value-takes = invalid value "{ $value }" of { $option }; expected { $takes }
interchange-variable-not-set = the variable { $name } is not set
interchange-cannot-include = cannot include { $name }: { $error }
interchange-stands-before-first-section = "{ $text }" precedes the first section
interchange-job-says-no = job { $job } lacks { $what }
interchange-job-cannot-run-ones-before = job { $job } cannot run with the previous ones: { $why }
interchange-job-cannot-run-several-drives-each = job { $job } cannot run on several drives separately: { $why }
interchange-job-cannot-run-file = job { $job } cannot run on a file: { $why }
interchange-no-section = unknown section { $section }
interchange-no-option-leave-out-ignore-neither = unknown option { $option } of --ignore: neither the job file nor fio has it
interchange-no-job = the file has no job
interchange-more-jobs = the file has more than { $limit } jobs
interchange-sections-more-options-those-global-sections = its sections have more than { $limit } options, including those of global sections
interchange-line-changes-nothing = line { $line }: { $option } has no effect: { $why }
interchange-line-left-out-ignore = line { $line }: { $option } is left out (--ignore)
interchange-ignore-changes-nothing-job-file-no = --ignore { $option } has no effect: the job file lacks this option

# fio_job/forms
interchange-0-1 = 0 or 1
interchange-whole-number = a whole number
interchange-fio-words = one of fio's keywords for it

# fio_job/job
interchange-size-4k-1g = a size such as 4k or 1g
interchange-time-60-5m = a time such as 60 or 5m
interchange-most-value-iodepth = at most the value of iodepth
interchange-job-runs-before = the single job that runs before it
interchange-0-1-trimwrite = 0 or 1 with trimwrite
interchange-no-other-option-makes-data-durable = only one option that makes data durable
interchange-no-dedupe-percentage-beside = only without dedupe_percentage

# fio_job/job/blocks
interchange-sizes-shares-4k-60-64k-40 = sizes and shares such as 4k/60:64k/40
interchange-two-sizes-4k-64k = two sizes such as 4k-64k
interchange-size-4k = a size such as 4k
interchange-most-three-values-reads-writes-trims = at most three values: for reads, writes and trims
interchange-shares-leave-something-sizes-without = shares that leave a rest for the sizes without one
interchange-value-reads-writes = one value for reads and writes

# fio_job/job/ends
interchange-group-stonewall-all = group, stonewall or all
interchange-exitall-ends-those-own-group-alone = exitall ends only the jobs of its own group (new_group); exit_what=stonewall ends all running jobs
interchange-exitall-end-another-writes-compared-verify = exitall would end them together, and the data of one of them are verified (verify)
interchange-never-runs-exit-all-ends-before = it never runs: exit_what=all ends it before it starts; leave it out (--section)

# fio_job/job/errors
interchange-none-read-write-io-verify-all = none, read, write, io, verify or all
interchange-errors-reads-writes-compared-eagain-enospc = errors of reads, writes and verification, such as EAGAIN,ENOSPC:122

# fio_job/job/floor
interchange-multiple-100-ms = a multiple of 100 (ms)
interchange-no-rate-min-beside = only without rate_min
interchange-rate-500-10m = a rate such as 500 or 10m
interchange-no-more-rate-job-held = at most the rate limit of the job

# fio_job/job/order
interchange-block-size-where-places-not-evenly = the block size, unless addresses are uniformly random or in zones
interchange-block-size-beside-reads-writes-alike = the same single block size for reads and writes
interchange-rates-reads-writes-shares-whole-percent = rates of reads and writes whose shares are whole percentages
interchange-distance-8k-8k = a distance such as 8k or -8k
interchange-new-place-each-request = a new address for each request
interchange-same-writes-trims-trimwrite = the same for writes and trims with trimwrite
interchange-share-reads-writes = one share for reads and writes
interchange-random-where-only-share = random, if only a share is random
interchange-1-where-addresses-ascend = 1, if addresses ascend
interchange-more-block-backwards = more than one block backwards
interchange-block-size = one block size
interchange-share-0-15 = a share such as 0.15
interchange-zipf-number-other-1 = zipf with a number that is not 1
interchange-pareto-share-above-0-below-1 = pareto with a share between 0 and 1
interchange-normal-0-percent-more-less-100 = normal with at least 0 percent, and less than 100
interchange-linear-poisson = linear or poisson
interchange-time-500-1ms = a time such as 500 or 1ms
interchange-complete-issue = complete or issue
interchange-no-trimwrite-beside-trimmed-written-once = only without trimwrite: trimmed blocks are written at once

# fio_job/job/percents
interchange-up-20-percentages-50-99-99 = at most 20 percentages such as 50:99:99.9

# fio_job/job/place
interchange-directory = one directory
interchange-name-device-file = the name of a device or a file
interchange-jobname-where-several-jobs-clones-numjobs = $jobname in it, if several jobs with clones (numjobs) share it

# fio_job/job/shares
interchange-share-only-size-filesize = a percentage of size or filesize, not of both
interchange-time-range-fio-draws-chance = a single time: fio picks a random one from a range

# fio_job/job/sizes
interchange-least-block-each-file-nrfiles = at least one block for each file (nrfiles)
interchange-less-filesize = less than its filesize
interchange-no-offset-increment-beside = only without offset_increment

# fio_job/job/steady
interchange-iops-iops-slope-bw-bw-slope = iops, iops_slope, bw, bw_slope, lat or lat_slope with a limit such as iops:5%
interchange-share-latency-lat-5 = a percentage for latency, such as lat:5%
interchange-multiple-steadystate-check-interval-twice-least = at least twice steadystate_check_interval, and a multiple of it
interchange-multiple-100ms = a multiple of 100ms
interchange-no-steadystate-beside = only without steadystate

# fio_job/job/verify
interchange-checksum-crc32c-md5-meta-pattern-verify = a checksum such as crc32c or md5, meta, or pattern with a verify_pattern
interchange-1-2-4-8-bytes-0xdeadbeef = 1, 2, 4 or 8 bytes such as 0xdeadbeef
interchange-no-buffer-pattern-beside-decides-written = only without buffer_pattern, which determines the written data
interchange-no-verify-beside-decides-written = only without verify, which determines the written data
interchange-verify-pattern-beside-verify-pattern = verify_pattern, which verify=pattern requires
interchange-verify-says-compared = only with verify
interchange-1-beside-verify-only-nothing-else = 1 with verify_only, which only reads back
interchange-data-job-before-writes-same-verify = an earlier job that writes the same data there with verify
interchange-whole-number-32-bits = a whole number of at most 32 bits
interchange-no-trims-where-data-compared-verify = no trims, if data are verified (verify)
interchange-no-runtime-where-reads-compared-verify = no runtime, if reads are verified (verify): they read all of the earlier data
interchange-0-beside-verify-only = 0 with verify_only
interchange-blocks-size-each-come-once-beside = blocks of one size, each used once, with verify; or verify_backlog
interchange-1-beside-verify-runtime-verify-backlog = 1 with verify and a runtime, or verify_backlog
interchange-1-where-read-alone-compared-verify = 1 if the job only reads and verifies, else 1 to 1000
interchange-loop-where-data-compared-verify-each = one loop, if data are verified (verify): each loop is a separate cell
interchange-no-verify-beside = only without verify
interchange-engine-keeps-written-where-compared-verify = an engine that stores the data, if they are verified (verify)
interchange-job-before-file-writes-whole-verify = data that an earlier job of the file writes completely, with verify; not data of another run, or of fio

# fio_job/job/zones
interchange-zonemode-zbd-beside = only with zonemode=zbd
interchange-none-strided-zbd = none, strided or zbd
interchange-addresses-order-without-holes-evenly-random = sequential addresses without gaps, or uniformly random ones
interchange-1-where-zones = 1, if there are zones
interchange-zonesize-beside-zonemode-strided = zonesize, which zonemode=strided requires
interchange-least-block = at least one block
interchange-0-beside-zonemode-zbd = 0 with zonemode=zbd
interchange-no-trimwrite-beside-zonemode-zbd = no trimwrite with zonemode=zbd
interchange-share-0-1 = a share from 0 to 1

# fio_job/method
interchange-not-all-file-wait-many-completions = the jobs of the file wait for different numbers of completions (iodepth_batch_complete_min)
interchange-jobs-clones-once-only-first-latencies = of concurrent jobs and clones, only the first has latencies over time (write_lat_log)
interchange-writes-reads-compared-verify-not-other = the data of one of them are verified (verify), those of the other are not
interchange-more-64-loads-once = it is more than 64 concurrent loads
interchange-file-cannot-discarded = a file cannot be discarded
interchange-filename-drive-file-data-verify-only = filename of a drive, or of an existing file, with the data that verify_only reads back
interchange-looks-queue-depth-latency-target = it searches for a queue depth (latency_target)
interchange-looks-queue-depth-latency-target-2 = one of them searches for a queue depth (latency_target)
interchange-sum-both-steady-steadystate-group-reporting = the sum of both must become steady (steadystate, group_reporting)
interchange-not-all-go-after-same-errors = they tolerate different errors (continue_on_error, ignore_error)
interchange-ramp-time-differs = their ramp_time differs
interchange-not-both-go-past-page-cache = only one of them bypasses the page cache (direct)
interchange-ioengine-null = one of them has ioengine=null
interchange-begins-later-startdelay-keep-shares-flow = one of them starts later (startdelay), and they keep proportions (flow)

# fio_job/method/compared
interchange-loops-differ-write-compared-verify = their loops differ, and their data are verified (verify)
interchange-write-not-compared-same-way-verify = their data are verified in different ways (do_verify, verify_only, verify_backlog)
interchange-both-write-place-compared-verify-offset = both write verified data (verify) to the same addresses; separate them with an offset and a size each

# fio_job/method/parts
interchange-sum-clones-steady-each-places-own = the sum of its clones must become steady, and each has separate addresses (offset_increment)
interchange-size-bytes-clones-end-own-need = a size in bytes, which clones with separate ends need

# fio_job/method/sized
interchange-size-bytes-clones-need-where-last = a size in bytes: the last clones would get less (offset_increment)
interchange-size-share-io-size-needs-beside = a size, which a percentage in io_size needs with offset_increment

# fio_job/method/space
interchange-asks-size-filesize-offset-ends-behind = it reaches beyond the end of the file (size, filesize, offset), and the file is not enlarged
interchange-size-bytes-share-moved-io-size = a size in bytes, which a percentage in io_size needs
interchange-offset-increment-bytes-where-nothing-could = an offset_increment in bytes: there is no size to take a percentage of
interchange-size-bytes-file-needs = a size in bytes, which a file needs
interchange-size-bytes-none-beside-offset-increment = a size in bytes, or none, with its offset_increment
interchange-offset-percent-beside-size-percent = an offset in percent with its size in percent
interchange-order-each-files-filename-position-own = sequential files (filename) each have a position of their own, and on one target they follow one another

# fio_job/method/zoned
interchange-offset-increment-not-size-zoned-drive = their offset_increment differs from their size, and on a zoned drive they are one load

# fio_job/options
interchange-iogram-measures-time-own-way-always = iogram always measures time, in its own way
interchange-says-fio-prints-record-keeps-everything = it selects fio's output; the record keeps everything
interchange-written-never-repeats-made-anew-each = written data never repeat: each request gets new data
interchange-random-choices-follow-seed = --seed determines random choices
interchange-read-compared-thread-reads = the thread that reads also verifies
interchange-how-requests-handed-over-iogram-choice = iogram chooses how to submit requests; the record shows it
interchange-all-requests-out-handed-over-once = iogram submits all allowed requests at once, and reaps all completed ones
interchange-where-threads-buffers-lie-iogram-choice = iogram places threads and buffers (--cpus)
interchange-iogram-makes-test-file-itself-allocated = iogram creates its test file itself: allocated, and written before it is read
interchange-job-waits-others-requests-goes-soon = a job that waits for the others' requests continues as soon as it may
interchange-logs-line-each-interval-record-series = logs have one line for each interval of the record's series
interchange-iogram-never-writes-mounted = iogram never writes to a mounted device
interchange-compressible-part-each-512-bytes-same = the same part of each 512 bytes is compressible
interchange-remark = it is a comment
interchange-error-ends-cell-all-jobs = an error ends the cell with all its jobs
interchange-files-job-large-all = the files of a job are one file of their total size
interchange-job-ends-where-size-drive-no = a job ends with its size or the drive; no file system is filled up
interchange-polling-option-run-poll = polling is an option of the command: --poll
interchange-buffers-begin-pages = buffers are aligned to pages
interchange-iogram-buffers-own = iogram has its own buffers
interchange-requests-cell-overlap-fio-without-verify = requests of a cell may overlap, as in fio without verify
interchange-every-block-met-once-whatever-memory = every block is used once, at any cost of memory
interchange-each-block-region-drawn-itself = each block of the region is chosen separately
interchange-job-issues-nothing-pauses-whatever-processor = a job without requests pauses, whether the processor is idle or not
interchange-reads-writes-told-apart = reads and writes are reported separately
interchange-test-file-removed-after-run = the test file is removed after the run
interchange-places-wrong-data-told-no-copies = iogram reports the addresses of wrong data, and keeps no copies
interchange-wrong-data-error-drive-first-place = wrong data are an error of the drive; iogram reports the first address
interchange-every-512-bytes-compared = every 512 bytes are verified
interchange-no-heads-written = written data have no headers
interchange-no-state-kept-another-run = no state is kept for another run
interchange-same-requests-made-again-reads = the same requests are repeated as reads
interchange-record-keeps-whole-histograms = the record keeps whole histograms
interchange-iogram-gives-requests-no-i-o = iogram sets no I/O priority for requests; they have that of the process
interchange-iogram-writes-carry-no-placement-no = iogram's writes carry no placement and no protection information
interchange-iogram-starts-no-other-program-runs = iogram starts no other program, and runs as the user who starts it
interchange-iogram-asks-no-drive-writes-never = iogram requests no atomic writes (RWF_ATOMIC)
interchange-block-sizes-list-between-two-range = block sizes are a list, and a range has a size for each byte
interchange-iogram-makes-test-file-itself-no = iogram creates its test file itself, and writes to no existing file
interchange-iogram-changes-no-scheduler-computer-job = iogram changes no scheduler for a job file; use the option of the command
interchange-iogram-no-order-addresses-list = iogram has no access pattern from a list
interchange-after-pause-thinktime-job-catches-up = after a pause (thinktime) a job catches up with its rate, as in fio without this option
interchange-recorded-requests-trace-here-iogram-trace = recorded requests are a trace in iogram: iogram trace run
interchange-zone-write-failed-left-alone = iogram does not use a zone again after a failed write
interchange-run-fio-left-over-known-fio = only fio can read the state of a fio run
interchange-compared-follows-place-no-number-write = verified data follow from their address, and have no write number
interchange-iogram-records-drive-asked-way-own = iogram records requests with another command: iogram trace record
interchange-last-write-zone-short-left = the last write of a zone is cut to the rest of the zone
interchange-drive-says-itself-how-much-zone = the drive reports the capacity of its zones
interchange-no-runtime-without-fio-leaves-out = it requires a runtime, in fio too
interchange-no-rate-min-rate-iops-min = it requires rate_min or rate_iops_min

# import
interchange-end-cut-off-stands-before-read = the end is missing: iogram reads the rest, and excludes the incomplete part

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
interchange-share-processor = a share of processor time
interchange-latencies = the latencies
interchange-time-unit = a time with its unit
interchange-bonnie-s-k-1024-bytes-rates = bonnie++'s K is 1024 bytes: rates are corrected

# import/cdm
interchange-version-3-later = version 3 or later
interchange-rate-mb-s = a rate in MB/s
interchange-end-line = the end of the line
interchange-kdiskmark-mb-1-024-000-bytes = this KDiskMark's MB is 1,024,000 bytes, as its IOPS prove: rates are corrected by the factor 1.024
interchange-number = a number
interchange-block-size-2 = a block size
interchange-queue-depth = a queue depth

# import/dd
interchange-run-dd = a run of dd
interchange-time-shell-tells-whole-command-no = a shell reports the time of the whole command: no rate follows from it
interchange-dd-prints-mb-mib-rates-bytes = this dd prints MB for MiB: rates follow from its bytes and seconds
interchange-dd-told-run-before-end-left = dd's reports before the end of a run are excluded: its last figures include them
interchange-where-sync-timed-below-run-wrote = if sync is timed after a run that wrote, the rate covers both: before sync the data were in memory
interchange-line-dd-moved-nothing = line { $line }: dd moved no data
interchange-last-run-dd = the last run of dd
interchange-runs-dd-told-records-no-time = runs for which dd printed records but no time: { $count }; they have no rate
interchange-runs-dd-moved-nothing = runs in which dd moved no data: { $count }

# import/dd/summary
interchange-time-not-zero = a time above zero

# import/diskspd
interchange-table-reads-writes-missing-requests-only = the table of reads or that of writes is missing: only the total includes its requests

# import/diskspd/text
interchange-table = the table
interchange-diskspd-counts-mib-calls-mb-rates = this DiskSpd counts MiB and calls them MB: rates are corrected
interchange-table-reads-writes = a table of reads and writes
interchange-last-line-cut-off-left-out = the last line may be incomplete and is excluded
interchange-size = a size

# import/drive_told
interchange-name-value = a name and a value
interchange-number-bytes = a number of bytes

# import/elbencho
interchange-name-time = a name and a time

# import/ezfio
interchange-ezfio-counts-mib-calls-mb-rates = ezFIO counts MiB and calls them MB: rates are corrected
interchange-row-begins-seq-rand = a row that begins with Seq or Rand
interchange-tests-ezfio-not-run-rows-zeros = tests that ezFIO did not run, with rows of zeros, are excluded: { $skipped }
interchange-share-writes = a share of writes

# import/failures
interchange-text-tells-requests-failed = the text reports failed requests: { $words }

# import/fio_json
interchange-json = the JSON
interchange-all-clients-sum-several-computers-no = "All clients" is the sum of several computers, not a figure of one drive, and is excluded
interchange-not-all-requests-job-options-say = not all requests of job { $name } matched its options: order, block size, depth, caching and number of jobs are unknown
interchange-sum-reads-writes-left-out-parts = the sum of reads and writes is excluded: its parts are listed
interchange-job-ended-error = job { $name } ended with error { $error }

# import/fio_json/latency
interchange-number-not-negative = a number of at least 0
interchange-number-requests-histogram-hold = a number of requests that fits into a histogram

# import/fio_json/states
interchange-fio-told-job-times-while-ran = fio reported a job { $count } times while it ran: iogram uses the last report

# import/fio_log
interchange-direction = a direction
interchange-many-fields-first-line = as many fields as the first line has
interchange-lines-zeros-alone-without-time-left = lines with only zeros and no time are excluded: { $count }
interchange-percentiles-middles-fio-bins = percentiles are the centres of fio's bins
interchange-fio-log = a fio log
interchange-log-not-say-unit-latencies-microseconds = the log does not state the unit of its latencies: microseconds before fio 3.0, nanoseconds since
interchange-each-line-log-window-mean-largest = each line of the log is a window: its mean, or its maximum with log_max_value; the log does not state which. iogram shows the mean of the lines
interchange-each-line-log-request-rate-none = each line of the log is one request: its rate is not that of the drive, so iogram counts bytes
interchange-each-line-log-request-counted = each line of the log is one request: iogram counts them
interchange-rates-means-lines-log = rates are the means of the log's lines

# import/fio_terse
interchange-sum-all-clients-left-out-parts = the sum of all clients is excluded: its parts are listed
interchange-percentile = a percentile

# import/fio_text
interchange-fio-usual-output = fio's usual output
interchange-line-rate-without-amount-time-left = line { $line }: a rate without amount and time is excluded

# import/fio_text/groups
interchange-rates-groups-jobs-no-job-told = rates are of groups of jobs, and the text describes no job: number of jobs, block size, order, depth and caching are unknown

# import/fio_text/latency
interchange-unit-time = a unit of time

# import/fio_text/rates
interchange-amount-unit = an amount with its unit
interchange-rate-powers-1000 = a rate in powers of 1000

# import/fio_text/states
interchange-fio-told-job-before-end-left = fio's reports before the end of a job are excluded: its last figures include them

# import/hdparm
interchange-line-hdparm-no-figure = line { $line }: hdparm printed no figure: { $said }
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
interchange-text-not-say-columns-count-kb = the text does not state the unit of its columns: kB/s, as without -O and -N
interchange-kbytes-sec-ops-sec-microseconds = kBytes/sec, ops/sec or microseconds
interchange-kb-sec-ops-sec = kB/sec or ops/sec

# import/iozone/table
interchange-column-iozone-table = a column of iozone's table
interchange-figure-not-run-into-next = a figure separate from the next one
interchange-figure-below-column = a figure below its column

# import/mmc
interchange-last-line-no-end-cut-off = the last line has no end: it may be incomplete, and is excluded
interchange-hexadecimal-number = a hexadecimal number
interchange-register = a register
interchange-digits-register = the digits of a register
interchange-card-registers = a card's registers

# import/nvme_cli
interchange-number-blocks = a number of blocks
interchange-power-two = a power of two
interchange-columns-below-heads = columns below their headings
interchange-device-node = a device node

# import/older
interchange-command-lines-above-tables-flashbench-open = the command lines above the tables of flashbench (--open-au-nr)

# import/pgbench
interchange-rate-without = a note on connection times

# import/phoronix
interchange-phoronix-test-suite = the Phoronix Test Suite
interchange-test-mb-s-kib-s-iops = this test's MB/s is KiB/s, as its IOPS prove: rates are corrected
interchange-test-mb-mib-iops-prove-rates = this test's MB is MiB, as its IOPS prove: rates are corrected

# import/pi_benchmarks
interchange-hdparm-mb-mib-kb-fio-iozone = hdparm's MB is MiB, the KB of fio and iozone is KiB: rates are corrected
interchange-mb-s-kb-s = MB/s or KB/s

# import/plausible
interchange-part-no-figure-but-zeros-left = a part with only zeros is excluded
interchange-faster-link-any-drive-came-memory = { $name } is faster than the link of any drive: it came from memory, or its unit is wrong
interchange-results-zeros-alone-left-out-nothing = results with only zeros are excluded, because nothing was measured: { $count }
interchange-no-amount-left-out = { $name }: impossible amounts are excluded ({ $figures })
interchange-time-years-cannot-left-out-rates = { $name }: a time of { $years } years is impossible, and is excluded with its rates
interchange-cannot-same-requests-latencies-left-out = { $name }: { $one } and { $other } contradict each other: its latencies are excluded
interchange-request-longer-test-latencies-left-out = { $name }: a request of { $longest } is longer than its test of { $elapsed }: its latencies are excluded
interchange-mean-latency-rate-takes-requests-once = { $name }: a mean latency of { $mean } at its rate needs { $out } outstanding requests, and it had { $most }: its latencies are excluded

# import/refusal
interchange-cannot-read-should-stand = cannot read "{ $found }"; expected { $expected }
interchange-cannot-read-cut-off = cannot read { $what }: its end is missing
interchange-cannot-believe-follows-stands-beside = cannot use "{ $one }": the other figures give { $other }
interchange-cannot-read-json = cannot read the JSON: { $error }
interchange-cannot-find-drive-says = cannot find a drive in it: { $tool } says "{ $message }"
interchange-cannot-find-rate-tells-records-no = cannot find a rate in it: { $tool } prints its records, and no time
interchange-cannot-find-figure-whatever-printed-zero = cannot find a figure in it: all figures of { $tool } are zero or impossible, so nothing was measured
interchange-cannot-find-anything = cannot find anything of { $what }
interchange-give-tool-output-printed-name-another = pass the tool's unchanged output, or name another kind with --as
interchange-run-tool-again-where-open-drive = run the tool again with permission to open the drive (as root)
interchange-give-whole-output-no-time-measure = pass the whole output; if it has no time, measure with a tool that prints one, such as fio or GNU's dd
interchange-look-tool-said-above-table-run = read the tool's messages above its table, and run it again
interchange-give-whole-output-last-line = pass the whole output, including its last line
interchange-give-tool-output-printed-without-changes = pass the tool's unchanged output

# import/smartctl
interchange-passed-failed = PASSED or FAILED
interchange-attribute-begins-number = an attribute that begins with its number
interchange-number-up-255 = a number of at most 255
interchange-seven-columns = seven columns

# import/smartctl_json
interchange-smartctl-says = smartctl says "{ $message }"
interchange-attribute = an attribute

# import/stream
interchange-line-not-end = a very long line

# import/xml
interchange-end-element-began-last = the end of the last open element
interchange-xml = the XML

# import/yabs
interchange-rate-iops = a rate and IOPS
interchange-yabs-mb-1-024-000-bytes = this YABS' MB is 1,024,000 bytes, as its IOPS prove: rates are corrected by the factor 1.024
interchange-table-not-say-reads-writes-ran = this table does not state whether reads and writes ran together: their totals are excluded, and order, depth, jobs and caching are unknown
interchange-row-yabs = a row of YABS
interchange-kb-s-mb-s-gb-s = KB/s, MB/s or GB/s

# lib
interchange-cannot-find-anything-log = cannot find any output of { $tool } in the log
interchange-cannot-take-log-drive-names-several = cannot use the log of { $tool } for one drive: it names several
interchange-give-tool-output-printed-command-lines = pass the tool's unchanged output, with the command lines if there are any
interchange-import-iogram-import-file-keeps-each = import it with iogram import FILE, which stores each drive separately

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
interchange-whole-number-1 = a whole number of at least 1

# fio_job/job/order
interchange-read-write-randread-randwrite-rw-randrw = read, write, randread, randwrite, rw, randrw, trim, randtrim, trimwrite or randtrimwrite
interchange-random-zipf-0-9-pareto-0 = random, zipf:0.9, pareto:0.2, normal:10 or zoned:50/5:30/15:20/80, for reads and writes alike

# fio_job/job/zones
interchange-zonemode-strided = only with zonemode=strided

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
