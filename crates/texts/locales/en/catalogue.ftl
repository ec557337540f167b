# drives
catalogue-iogram-drive-export-writes-file-works = iogram catalogue export writes a valid file
catalogue-format-not = format "{ $list }" instead of { $wanted }
catalogue-drive = drive "{ $id }": { $message }
catalogue-id-not-made-lowercase-letters-digits = its id must consist of lowercase letters, digits and -
catalogue-no-name = it has no name
catalogue-no-mark = unknown mark "{ $mark }"
catalogue-not-above-zero = { $value } is not above zero
catalogue-published-figure-no-source = a published figure has no source

# rules
catalogue-iogram-advise-print-rules-prints-file = iogram advise --print-rules prints a valid file
catalogue-no-use = the file has no [[use]]
catalogue-use-twice = duplicate use "{ $name }"
catalogue-give-another-name = rename one of them
catalogue-name-least-figure-order-sync-write = name at least one figure, such as order = ["sync-write.iops"]
catalogue-nothing-orders-drives = no figure orders the drives
catalogue-not-share = invalid share "{ $written }"
catalogue-write-10 = write a share such as 10%
catalogue-empty = this text is empty
catalogue-write = write a text
catalogue-demand-needs-limit = demand "{ $name }" requires one limit
catalogue-write-either-least-30mb-s-below = write either at_least = "30MB/s" or below = "10ms"
catalogue-write-work-figure-random-read-4k = write WORK.FIGURE, such as random-read-4k.iops
catalogue-not-figure-kind-work = invalid figure of a kind of work "{ $name }"
catalogue-not-rate = invalid rate "{ $limit }"
catalogue-write-30mb-s = write a rate such as 30MB/s
catalogue-not-number-requests-per-second = invalid number of requests per second "{ $limit }"
catalogue-write-1500-iops = write a number such as 1500 IOPS
