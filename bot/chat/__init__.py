"""Discord: what people do there becomes commands of the tables, and tables become boards."""
