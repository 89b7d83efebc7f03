/** See warm-up-dates.ts. */
new Intl.DateTimeFormat('en-GB').format()
close()
