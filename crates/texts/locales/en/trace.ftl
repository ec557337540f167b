# error
trace-file-cannot-read = the file cannot be read
trace-file-no-readable-parquet = the file is no readable Parquet
trace-file-holds-no-trace = the file holds no trace
trace-request-trace-impossible = request { $number } of the trace is impossible: { $why }
trace-looks-like-no-trace-format-iogram = this looks like no trace format that iogram knows
trace-trace-several-formats = this can be a trace in several formats: { $kinds }
trace-line-cannot-understood = line { $number } cannot be understood ({ $why }): { $text }
trace-trace-several-volumes-line = the trace is of several volumes: { $first }, and { $other } from line { $number } on
trace-time-goes-back-s-line = time goes back by { $seconds } s in line { $number }
trace-no-request = there is no request in it
trace-no-request-only-other-events = there is no request in it, only { $count } other events
trace-make-trace-anew-copy-again = make the trace anew, or copy it again
trace-name-file-iogram-trace-import-iogram = name a file that `iogram trace import` or `iogram sim serve --trace` wrote
trace-say-blktrace-blkparse-ftrace-fio-msr = say which with --as: blktrace, blkparse, ftrace, fio, msr, alibaba, tencent, fiu, systor, spc, jedec, csv
trace-correct-line-leave-lines-out-counted = correct the line, or leave such lines out and have them counted with --skip-wrong
trace-take-volume = take one of them with --volume
trace-sort-lines-time-import-parts = sort the lines by time, or import the parts one by one
trace-check-right-file = check that it is the right file
trace-take-requests-queued-events-queued = take the requests as they were queued with --events queued

# import/blkparse
trace-line-cut-off = the line is cut off
trace-not-begin-device-8-0 = it does not begin with a device such as 8,0

# import/blktrace
trace-record-cut-off = the record is cut off
trace-record-not-begin-magic-number = the record does not begin with its magic number
trace-record-another-version-7 = the record is of another version than 7

# import/csv
trace-another-number-columns-heading = it has another number of columns than the heading
trace-kind-none-read-write-flush-discard = its kind is none of read, write, flush, discard
trace-fua-neither-true-nor-false = is_fua is neither true nor false
trace-heading-lacks-issued-ns-kind-offset = its heading lacks issued_ns, kind, offset_bytes or length_bytes
trace-heading-column-not-known = its heading has a column that is not known

# import/fio
trace-not-begin-fio-version-2-iolog = it does not begin with "fio version 2 iolog" or 3
trace-action-none-fio = its action is none that fio has

# import/flow
trace-request-4-gib-more = a request of 4 GiB or more

# import/jedec
trace-too-many-columns = it has too many columns

# import/line
trace-time-beyond-584-years = a time beyond 584 years
trace-whole-number-missing = a whole number is missing
trace-address-above-2-64-bytes = an address above 2^64 bytes
trace-time-seconds-missing = a time in seconds is missing

# import/public
trace-too-few-columns = it has too few columns
trace-neither-read-nor-write = neither a read nor a write

# reader
trace-time-goes-back = time goes back

# request
trace-request-0-bytes = a request of 0 bytes

# writer
trace-number-above-2-63-1 = a number above 2^63 - 1

# import/ftrace
trace-kernel-lost-events-here-because-buffer = the kernel lost events here, because its buffer was full
trace-event-names-no-device-8-0 = its event names no device such as 8,0

# import/jedec
trace-neither-write-nor-trim-nor-flush = neither a write, nor a trim, nor a flush

# import/ftrace
trace-names-no-event = it names no event
