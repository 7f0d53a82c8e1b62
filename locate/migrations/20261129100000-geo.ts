import type { Knex } from 'knex'
import { LegislogError } from '../../schemas/errors.ts'

/** The tables that the address lookup reads. They are filled from the read model and the object store, and can be dropped. */
export async function up(knex: Knex): Promise<void> {
  await createPostgis(knex)
  await knex.raw(`
    CREATE SCHEMA geo;

    -- Releases of addresses that are loaded, or are being loaded. A release never changes.
    CREATE TABLE geo.release (
      -- id of the entity
      id bigint PRIMARY KEY,
      publisher text NOT NULL,
      -- the division that it covers, and the postal code of its state in lower case
      area text NOT NULL,
      state text NOT NULL,
      vintage text NOT NULL,
      name text NOT NULL,
      -- which boundary releases the codes of its faces belong to
      maps json NOT NULL,
      -- rows are read by lookups only if the release is loaded and in force
      is_loaded boolean NOT NULL DEFAULT false,
      is_in_force boolean NOT NULL DEFAULT false,
      ranges bigint NOT NULL DEFAULT 0,
      points bigint NOT NULL DEFAULT 0,
      faces bigint NOT NULL DEFAULT 0,
      -- rows that could not be used, by reason
      rejected json NOT NULL DEFAULT '{}',
      loaded_at timestamptz,
      -- why it could not be loaded, how often that was tried, and when it is tried again
      error text,
      tries integer NOT NULL DEFAULT 0,
      retry_at timestamptz
    );

    -- Grows with every change of what lookups read, also if the schema is made again.
    CREATE TABLE geo.version (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      version bigint NOT NULL
    );
    INSERT INTO geo.version (version) VALUES ((extract(epoch FROM clock_timestamp()) * 1000)::bigint);

    -- One side of a street segment. Partitions by state: address_range_mt.
    CREATE TABLE geo.address_range (
      release_id bigint NOT NULL,
      state text NOT NULL,
      zip5 text,
      place text,
      street_key text NOT NULL,
      predir text,
      suffix text,
      sufdir text,
      -- what stands before the number that counts: 34- in Queens
      prefix text NOT NULL,
      -- the lower and the higher end; null if the side has no range
      low integer,
      high integer,
      parity text CHECK (parity IN ('E', 'O', 'B')),
      -- the numbers fall along the line
      descends boolean NOT NULL,
      side text NOT NULL CHECK (side IN ('L', 'R')),
      tlid bigint NOT NULL,
      tfid bigint,
      -- longitude and latitude in millionths of a degree: x1, y1, x2, y2
      line integer[] NOT NULL
    ) PARTITION BY LIST (state);
    CREATE INDEX address_range_zip ON geo.address_range (zip5, street_key);
    CREATE INDEX address_range_place ON geo.address_range (place, street_key);
    -- To drop a release: its rows lie beside each other.
    CREATE INDEX address_range_release ON geo.address_range USING brin (release_id);

    CREATE TABLE geo.address_point (
      release_id bigint NOT NULL,
      state text NOT NULL,
      zip5 text,
      place text,
      street_key text NOT NULL,
      predir text,
      suffix text,
      sufdir text,
      prefix text NOT NULL,
      number integer NOT NULL,
      number_suffix text NOT NULL,
      x integer NOT NULL,
      y integer NOT NULL
    ) PARTITION BY LIST (state);
    CREATE INDEX address_point_zip ON geo.address_point (zip5, street_key);
    CREATE INDEX address_point_place ON geo.address_point (place, street_key);
    CREATE INDEX address_point_release ON geo.address_point USING brin (release_id);

    -- The shape of a division on one map.
    CREATE TABLE geo.division_shape (
      -- id of the boundary
      boundary_id bigint PRIMARY KEY,
      division_id text NOT NULL,
      -- the boundary release: census-sld-2024
      map text NOT NULL,
      state text NOT NULL,
      -- cd, sldu, sldl, ward, county, place, council_district
      tier text NOT NULL,
      -- the Census code of the district after that of the state; null if the map has none
      code text,
      valid_from date,
      valid_to date,
      is_simplified boolean NOT NULL,
      sha256 text NOT NULL,
      geom geometry(MultiPolygon, 4326) NOT NULL
    );
    CREATE INDEX division_shape_geom ON geo.division_shape USING gist (geom);
    CREATE INDEX division_shape_map ON geo.division_shape (state, map, tier);
    -- Shapes that could not be loaded. Without a retry, only other bytes help.
    CREATE TABLE geo.failed_shape (
      boundary_id bigint PRIMARY KEY,
      sha256 text NOT NULL,
      reason text NOT NULL,
      tries integer NOT NULL DEFAULT 1,
      retry_at timestamptz
    );

    -- The district of each face, for each map.
    CREATE TABLE geo.face_division (
      tfid bigint NOT NULL,
      release_id bigint NOT NULL,
      map text NOT NULL,
      tier text NOT NULL,
      division_id text NOT NULL,
      PRIMARY KEY (release_id, tfid, map, tier, division_id)
    );
    -- Which maps the faces of a release have districts of.
    CREATE TABLE geo.face_map (
      release_id bigint NOT NULL,
      map text NOT NULL,
      tier text NOT NULL,
      -- code: the faces name their districts; point: a point inside of each face was tested
      method text NOT NULL CHECK (method IN ('code', 'point')),
      -- of the shapes of the map that were tested
      digest text NOT NULL,
      PRIMARY KEY (release_id, map, tier)
    );

    -- Names of places that addresses of a state may end with, in the one spelling that is compared.
    CREATE TABLE geo.place_name (
      release_id bigint NOT NULL,
      state text NOT NULL,
      name text NOT NULL,
      division_id text,
      PRIMARY KEY (release_id, name)
    );
  `)
}

/** Throws `postgis_missing` if this role may not create the extension. */
async function createPostgis(knex: Knex): Promise<void> {
  try {
    await knex.raw('CREATE EXTENSION IF NOT EXISTS postgis')
  } catch (cause) {
    throw new LegislogError(
      'postgis_missing',
      'the database lacks the extension postgis, and this role may not create it: let a superuser run CREATE EXTENSION postgis in it',
      { cause },
    )
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA geo CASCADE')
}
