-- The words of deals begin with longer spans of time now: they are stored anew.
DELETE FROM search_spans WHERE kind = 'deal';
UPDATE search_positions SET fill = 'deal:' WHERE fill = '' OR fill LIKE 'deal:%';
