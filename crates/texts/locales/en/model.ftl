# catalogue
model-no-kind-work = unknown kind of work "{ $text }"
model-use = use one of { $names }
model-write-amount-currency-20eur-11-49 = write an amount with a currency, such as 20EUR or 11.49 USD
model-not-price = invalid price "{ $text }"

# figure
model-not-figure = unknown figure "{ $text }"

# file_system
model-no-file-system-made = unsupported file system "{ $text }"
model-write = write one of { $names }

# purge
model-not-way-purge = unknown purge method "{ $text }"
model-write-auto-nvme-format-nvme-sanitize = write auto, nvme-format, nvme-sanitize, ata-security-erase, secure-discard, discard or zero-fill

# reading
model-name-file-written-json-run-iogram = name a file written with --json, or a run of "iogram runs"
model-another-version-iogram-wrote-read = another version of iogram wrote it: read it with that version

# rest
model-nothing-rest-wait = invalid rest "{ $text }"
model-write-time-cool-idle-cool-idle = write time, cool, idle or cool-and-idle

# units
model-write-number-b-kib-mib-gib = write a number with B, KiB, MiB, GiB, TiB (powers of 1024) or kB, MB, GB, TB (powers of 1000), such as 4KiB or 1GB
model-write-number-ns-us-ms-s = write a number with ns, us, ms, s, m or h, such as 500ms or 10s
model-write-percentage-between-0-100-70 = write a percentage between 0% and 100%, such as 70%
model-not-size = invalid size "{ $text }"
model-unknown-unit = unknown unit "{ $unit }" in "{ $text }"
model-meant-hint = { $meant } { $hint }
model-mean-powers-1024-fio-dd = did you mean { $digits }{ $binary } (powers of 1024, as in fio and dd) or { $digits }{ $decimal }?
model-mean = did you mean { $value }?
model-not-time = invalid time "{ $text }"
model-no-known-unit-time = missing or unknown unit of time in "{ $text }"
model-not-percentage = invalid percentage "{ $text }"

# workload
model-not-sync-policy = invalid sync policy "{ $text }"
model-use-none-each-every-n-end = use none, each, every=N, end or dsync

# workload/access
model-use-seq-random-permutation-sprandom-15 = use seq, random, permutation, sprandom=15% (over-provisioning), zoned=50/5:30/15:20/80 (share of requests / share of the region), zipf=1.2, pareto=0.2, normal=10%, strided=1MiB, backward=4KiB, partly-random=30%, stretches=64KiB/1MiB, write-pointers=random,open=8 (zoned drives) or jesd219-enterprise
model-not-access-pattern = invalid access pattern "{ $text }"

# workload/again
model-write-read-64-read-16-64 = write read=64, read=16/64, write, or written=50%
model-nothing-asked-again = invalid repeat of requests "{ $text }"

# workload/application
model-write-sqlite-journal-delete-synchronous-full = write sqlite,journal=delete,synchronous=full or files,work=make,names=300,sync=each
model-no-application = invalid application "{ $text }"

# workload/blocks
model-write-size-4kib-sizes-weights-4kib = write one size, such as 4KiB, or sizes with weights, such as 4KiB:70,64KiB:30, then those of writes and discards if they differ, such as 4KiB,write=16KiB
model-not-block-size = invalid block size "{ $text }"

# workload/certainty
model-write-how-well-within-1-95 = write the certainty, such as within 1% at 95% after 5s: at least 0.1%, 50% to 99.9%, 2s
model-no-certainty = invalid certainty "{ $text }"

# workload/data
model-not-data-pattern = invalid data pattern "{ $text }"
model-use-random-zeros-compress-50-dedupe = use random, zeros, compress=50%, dedupe=30%, placed, or pattern=0xdeadbeef with 1, 2, 4 or 8 bytes

# workload/flow
model-not-flow = invalid flow "{ $text }"
model-write-weight-1-8-8-2 = write a weight of at least 1, such as 8, or 8 in 2 for group 2

# workload/pacing
model-write-requests-per-second-500-s = write requests per second, such as 500/s or 500/s,poisson, or a pause after a number of requests, such as pause=1ms/8
model-not-rate = invalid rate "{ $text }"

# workload/rate_floor
model-write-rates-reads-writes-discards-when = write rates of reads, writes or discards and the times to check them, such as read 100/s, write 20MiB/s after 2s every 1s: 1s is a multiple of 100ms
model-no-least-rate = invalid minimum rate "{ $text }"

# workload/region
model-write-start-end-sizes-percent-0 = write start..end in sizes or percent, such as 0..25%, 8GiB..75% or 1GiB.., and after a comma the part of it in segments: 0..75%,8GiB/2048
model-not-region = invalid region "{ $text }"

# workload/replay
model-use-recorded-faster-2-fast-possible = use as-recorded, faster=2, as-fast-as-possible or fill; then idle=25ms and places=exact, places=modulo, places=fit or places=scaled
model-no-way-make-recorded-requests-again = invalid replay "{ $text }"

# workload/segments
model-write-amount-8gib-number-segments-8gib = write an amount, such as 8GiB, or an amount and the number of segments, such as 8GiB/2048
model-no-amount-segments = invalid segments "{ $text }"

# workload/stretches
model-write-how-much-moved-each-length = write the amount to move in each stretch, its length and the gap after it, such as 64KiB/1MiB+4MiB, or 64KiB/1MiB+4MiB,random, or ,permutation
model-no-length-stretches = invalid stretches "{ $text }"

# workload/until_steady
model-write-figure-how-steady-how-long = write the figure, its tolerance and a duration, such as iops within 5% for 30s after 10s every 1s: iops, bandwidth or latency, or with slope after it; 30s is a multiple of 1s, 1s of 100ms
model-no-steady-figure = invalid steady figure "{ $text }"

# workload/write_pointers
model-write-seq-random-behind-open-n = write seq or random, then open=N, job-open=N, read-beyond, past-limits, zone=256MiB, reset=50%/10% (threshold / share of writes), such as random,open=8
model-no-way-through-zones = invalid order of zones "{ $text }"
