# csv
report-mean-latency = mean latency
