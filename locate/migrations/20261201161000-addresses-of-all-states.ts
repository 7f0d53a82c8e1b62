import type { Knex } from 'knex'

/**
 * Addresses of all states are in one table, so that lookups that come at once share a statement whatever their states. The
 * index by place contains the numbers: a long street has hundreds of sides, and only those with the number are read.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['address_range', 'address_point']) {
    await knex.raw(`
      CREATE TABLE geo.new_${table} (LIKE geo.${table} INCLUDING CONSTRAINTS);
      -- in the order of the partitions, whose rows are sorted by street
      INSERT INTO geo.new_${table} SELECT * FROM geo.${table};
      DROP TABLE geo.${table};
      ALTER TABLE geo.new_${table} RENAME TO ${table};
      -- A release is a small part of the table. Its rows must not wait for a fifth of the table to change.
      ALTER TABLE geo.${table} SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
      CREATE INDEX ${table}_zip ON geo.${table} (zip5, street_key);
      CREATE INDEX ${table}_release ON geo.${table} USING brin (release_id);
    `)
  }
  await knex.raw(`
    CREATE INDEX address_range_place ON geo.address_range (state, place, street_key, prefix, low, high);
    CREATE INDEX address_point_place ON geo.address_point (state, place, street_key, prefix, number);
    ANALYZE geo.address_range, geo.address_point;
  `)
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['address_range', 'address_point']) {
    const { rows } = await knex.raw<{ rows: { state: string }[] }>(`SELECT DISTINCT state FROM geo.${table}`)
    const partitions = rows.map(
      ({ state }) =>
        `CREATE TABLE geo.${table}_${state} PARTITION OF geo.${table} FOR VALUES IN ('${state}');`,
    )
    await knex.raw(`
      ALTER TABLE geo.${table} RENAME TO old_${table};
      CREATE TABLE geo.${table} (LIKE geo.old_${table} INCLUDING CONSTRAINTS) PARTITION BY LIST (state);
      ${partitions.join('\n')}
      INSERT INTO geo.${table} SELECT * FROM geo.old_${table};
      DROP TABLE geo.old_${table};
      CREATE INDEX ${table}_zip ON geo.${table} (zip5, street_key);
      CREATE INDEX ${table}_place ON geo.${table} (place, street_key);
      CREATE INDEX ${table}_release ON geo.${table} USING brin (release_id);
    `)
  }
}
