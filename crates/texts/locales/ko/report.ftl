# csv
