CREATE TABLE readings (
  id INTEGER PRIMARY KEY, sensor TEXT NOT NULL, value REAL, isValid BOOLEAN, taken_at DATETIME, raw BLOB, tags JSON
);
INSERT INTO readings VALUES
  (1, 'Süd', 21.5, 1, '2026-11-22T03:10:20Z', x'00ff10', '{"unit":"°C","of":[1,2]}'),
  (2, 'Nord', NULL, 0, '2026-11-22T03:10:21.25Z', NULL, '{"unit":"°C","of":[]}'),
  (3, 'Nord', -3.0, NULL, NULL, x'', NULL);
