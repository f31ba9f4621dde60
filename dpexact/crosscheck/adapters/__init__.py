"""Programs that call the samplers of libraries."""
