# catalogue
model-no-kind-work = "{ $text }" is no kind of work
model-use = use one of { $names }
model-write-amount-currency-20eur-11-49 = write an amount with a currency, such as 20EUR or 11.49 USD
model-not-price = "{ $text }" is not a price

# figure
model-not-figure = "{ $text }" is not a figure

# file_system
model-no-file-system-made = "{ $text }" is no file system that can be made
model-write = write one of { $names }

# purge
model-not-way-purge = "{ $text }" is not a way to purge
model-write-auto-nvme-format-nvme-sanitize = write auto, nvme-format, nvme-sanitize, ata-security-erase, secure-discard, discard or zero-fill

# reading
model-name-file-written-json-run-iogram = name a file that was written with --json, or a run of "iogram runs"
model-another-version-iogram-wrote-read = another version of iogram wrote it: read it with that one

# rest
model-nothing-rest-wait = "{ $text }" is nothing that a rest can wait for
model-write-time-cool-idle-cool-idle = write time, cool, idle or cool-and-idle

# units
model-write-number-b-kib-mib-gib = write a number with B, KiB, MiB, GiB, TiB (powers of 1024) or kB, MB, GB, TB (powers of 1000), such as 4KiB or 1GB
model-write-number-ns-us-ms-s = write a number with ns, us, ms, s, m or h, such as 500ms or 10s
model-write-percentage-between-0-100-70 = write a percentage between 0% and 100%, such as 70%
model-not-size = "{ $text }" is not a size
model-unknown-unit = "{ $text }" has the unknown unit "{ $unit }"
model-meant-hint = { $meant } { $hint }
model-mean-powers-1024-fio-dd = did you mean { $digits }{ $binary } (powers of 1024, as in fio and dd) or { $digits }{ $decimal }?
model-mean = did you mean { $value }?
model-not-time = "{ $text }" is not a time
model-no-known-unit-time = "{ $text }" has no known unit of time
model-not-percentage = "{ $text }" is not a percentage

# workload
model-not-sync-policy = "{ $text }" is not a sync policy
model-use-none-each-every-n-end = use none, each, every=N, end or dsync

# workload/access
model-use-seq-random-permutation-sprandom-15 = use seq, random, permutation, sprandom=15% (over-provisioning), zoned=50/5:30/15:20/80 (share of requests / share of the region), zipf=1.2, pareto=0.2, normal=10%, strided=1MiB, backward=4KiB, partly-random=30%, stretches=64KiB/1MiB, write-pointers=random,open=8 (zoned drives) or jesd219-enterprise
model-not-access-pattern = "{ $text }" is not an access pattern

# workload/again
model-write-read-64-read-16-64 = write read=64, read=16/64, write, or written=50%
model-nothing-asked-again = "{ $text }" is nothing that can be asked again

# workload/application
model-write-sqlite-journal-delete-synchronous-full = write sqlite,journal=delete,synchronous=full or files,work=make,names=300,sync=each
model-no-application = "{ $text }" is no application

# workload/blocks
model-write-size-4kib-sizes-weights-4kib = write one size, such as 4KiB, or sizes with weights, such as 4KiB:70,64KiB:30, then those of writes and discards if they have their own, such as 4KiB,write=16KiB
model-not-block-size = "{ $text }" is not a block size

# workload/certainty
model-write-how-well-within-1-95 = write how well, such as within 1% at 95% after 5s: at least 0.1%, 50% to 99.9%, 2s
model-no-certainty = "{ $text }" is no certainty

# workload/data
model-not-data-pattern = "{ $text }" is not a data pattern
model-use-random-zeros-compress-50-dedupe = use random, zeros, compress=50%, dedupe=30%, placed, or pattern=0xdeadbeef with 1, 2, 4 or 8 bytes

# workload/flow
model-not-flow = "{ $text }" is not a flow
model-write-weight-1-8-8-2 = write a weight from 1 on, such as 8, or 8 in 2 for group 2

# workload/pacing
model-write-requests-per-second-500-s = write requests per second, such as 500/s or 500/s,poisson, or a pause after so many requests, such as pause=1ms/8
model-not-rate = "{ $text }" is not a rate

# workload/rate_floor
model-write-rates-reads-writes-discards-when = write rates of reads, writes or discards and when they are looked at, such as read 100/s, write 20MiB/s after 2s every 1s: 1s is a multiple of 100ms
model-no-least-rate = "{ $text }" is no least rate

# workload/region
model-write-start-end-sizes-percent-0 = write start..end in sizes or percent, such as 0..25%, 8GiB..75% or 1GiB.., and behind a comma how much of it in segments: 0..75%,8GiB/2048
model-not-region = "{ $text }" is not a region

# workload/replay
model-use-recorded-faster-2-fast-possible = use as-recorded, faster=2, as-fast-as-possible or fill; then idle=25ms and places=exact, places=modulo, places=fit or places=scaled
model-no-way-make-recorded-requests-again = "{ $text }" is no way to make recorded requests again

# workload/segments
model-write-amount-8gib-number-segments-8gib = write an amount, such as 8GiB, or with the number of segments, 8GiB/2048
model-no-amount-segments = "{ $text }" is no amount in segments

# workload/stretches
model-write-how-much-moved-each-length = write how much is moved in each, its length and what is left out behind it, such as 64KiB/1MiB+4MiB, or 64KiB/1MiB+4MiB,random, or ,permutation
model-no-length-stretches = "{ $text }" is no length of stretches

# workload/until_steady
model-write-figure-how-steady-how-long = write which figure, how steady and for how long, such as iops within 5% for 30s after 10s every 1s: iops, bandwidth or latency, also with slope behind it; 30s are a multiple of 1s, 1s is one of 100ms
model-no-steady-figure = "{ $text }" is no steady figure

# workload/write_pointers
model-write-seq-random-behind-open-n = write seq or random, and behind it open=N, job-open=N, read-beyond, past-limits, zone=256MiB, reset=50%/10% (once so much is written / share of writes), such as random,open=8
model-no-way-through-zones = "{ $text }" is no way through zones
