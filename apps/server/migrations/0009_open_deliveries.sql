-- What is still to be taken, by age: what expires is found without reading what was taken long ago.
create index deliveries_open on deliveries (created_at) where state in ('stored', 'delivered');
