module transcript

go 1.18
