-- The hands of further winners on the same tile: JSON, seat to hand.
ALTER TABLE hands ADD COLUMN others TEXT NOT NULL DEFAULT '{}';
