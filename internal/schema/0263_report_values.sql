-- The sums of a dimension are found value by value, by the primary key.
DROP INDEX report_sums_values;
