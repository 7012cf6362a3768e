"""The charts of measurements, and the page that shows them."""
