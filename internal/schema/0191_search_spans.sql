-- The words of contacts and notes begin with longer spans of time now: they are stored anew.
DELETE FROM search_spans WHERE kind IN ('contact', 'note');
UPDATE search_positions SET fill = 'contact:' WHERE fill <> '';
UPDATE search_positions SET fill = 'contact+:' WHERE fill = '';
