# csv
report-mean-latency = 평균 지연 시간
