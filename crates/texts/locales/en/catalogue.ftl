# drives
catalogue-iogram-drive-export-writes-file-works = iogram drive export writes a file that works
catalogue-format-not = the format is "{ $list }", not { $wanted }
catalogue-drive = drive "{ $id }": { $message }
catalogue-id-not-made-lowercase-letters-digits = its id is not made of lowercase letters, digits and -
catalogue-no-name = it has no name
catalogue-no-mark = there is no mark "{ $mark }"
catalogue-not-above-zero = { $value } is not above zero
catalogue-published-figure-no-source = a published figure has no source

# rules
catalogue-iogram-advise-print-rules-prints-file = iogram advise --print-rules prints a file that works
catalogue-no-use = there is no [[use]] in it
catalogue-use-twice = the use "{ $name }" is there twice
catalogue-give-another-name = give one of them another name
catalogue-name-least-figure-order-sync-write = name at least one figure, such as order = ["sync-write.iops"]
catalogue-nothing-orders-drives = nothing orders the drives
catalogue-not-share = "{ $written }" is not a share
catalogue-write-10 = write such as 10%
catalogue-empty = this is empty
catalogue-write = write what it is for
catalogue-demand-needs-limit = the demand "{ $name }" needs one limit
catalogue-write-either-least-30mb-s-below = write either at_least = "30MB/s" or below = "10ms"
catalogue-write-work-figure-random-read-4k = write WORK.FIGURE, such as random-read-4k.iops
catalogue-not-figure-kind-work = "{ $name }" is not a figure of a kind of work
catalogue-not-rate = "{ $limit }" is not a rate
catalogue-write-30mb-s = write such as 30MB/s
catalogue-not-number-requests-per-second = "{ $limit }" is not a number of requests per second
catalogue-write-1500-iops = write such as 1500 IOPS
