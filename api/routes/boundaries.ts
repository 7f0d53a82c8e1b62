import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  BoundaryFeature,
  BoundaryPage,
  BoundaryQuery,
  DistrictBoundaryQuery,
  DistrictPath,
} from '../../schemas/http/places/boundary.ts'
import { topOfDivision } from '../../schemas/vocabulary/division-id.ts'
import { type ProblemError, problem } from '../http/problem.ts'
import { dayParameter } from '../input/day-parameter.ts'
import { divisionInPath, divisionParameter } from '../input/division-parameter.ts'
import { jurisdictionParameter } from '../input/parameters.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import {
  type BoundaryRow,
  inForce,
  listBoundaries,
  readDivisionBoundaries,
  withEnds,
} from '../read-model/jurisdictions/boundaries.ts'
import { type FoundDivision, foundDivision } from '../read-model/jurisdictions/divisions.ts'
import { lostObject } from '../read-model/texts/stored-text.ts'
import type { RouteContext } from './context.ts'
import { answers } from './route.ts'

const GEO_JSON = 'application/geo+json'

export const boundaryRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, objects, limits, clock },
) => {
  app.get(
    '/boundaries',
    {
      schema: {
        operationId: 'listBoundaries',
        summary: 'Boundaries that are loaded, without their shapes',
        tags: ['Divisions'],
        querystring: BoundaryQuery,
        response: answers(BoundaryPage),
      },
    },
    async (request, reply) => {
      const { jurisdiction, ocd_id } = request.query
      const filters = {
        jurisdiction: jurisdictionParameter(jurisdiction),
        division: ocd_id === undefined ? undefined : divisionParameter('ocd_id', ocd_id),
      }
      const walk = startWalk(request.query, { path: 'boundaries', filters, orders: entityOrders, limits })
      const found = await listBoundaries(model, walk.page, filters)
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )

  app.get(
    '/districts/:id/boundary',
    {
      config: { problems: ['not_found', 'boundary_not_loaded', 'not_ready'] },
      schema: {
        operationId: 'getDistrictBoundary',
        summary: 'Boundary of a division on the map that is in force, as a GeoJSON feature',
        tags: ['Divisions'],
        params: DistrictPath,
        querystring: DistrictBoundaryQuery,
        response: answers(BoundaryFeature, { media_type: GEO_JSON }),
      },
    },
    async (request, reply) => {
      const divisionId = divisionInPath(request.params.id)
      const { as_of } = request.query
      const day = as_of === undefined ? clock.now().toISOString().slice(0, 10) : dayParameter('as_of', as_of)
      const found = await readDivisionBoundaries(model, divisionId)
      const maps = withEnds(found.boundaries)
      const division = foundDivision(divisionId, found) ?? drawnDivision(divisionId, maps)
      if (division === undefined)
        throw problem(404, 'not_found', `There is no division ${request.params.id}.`)
      const map = inForce(maps, day)
      if (map === undefined) throw notLoaded(division, maps, day)
      const bytes = await objects.get(map.geometry.sha256)
      if (bytes === null) throw lostObject(map.geometry.sha256)
      const feature = JSON.stringify(featureOf(division, map))
      return reply
        .header('content-type', `${GEO_JSON}; charset=utf-8`)
        .send(`${feature.slice(0, -1)},"geometry":${bytes.toString('utf8')}}`)
    },
  )
}

/** Makes a division that only a map has: villages that only the Census treats as places. */
function drawnDivision(divisionId: string, [map]: readonly BoundaryRow[]): FoundDivision | undefined {
  if (map === undefined) return undefined
  const row = { division_id: null, name: map.name, parent_id: null, aliases: null, is_list_loaded: false }
  return foundDivision(divisionId, { ...row, valid_from: null, valid_through: null })
}

/** Other maps of the division may be loaded. */
function notLoaded({ division_id }: FoundDivision, maps: readonly BoundaryRow[], day: string): ProblemError {
  const detail =
    maps.length === 0
      ? `The boundary of ${division_id} is not loaded.`
      : `No boundary of ${division_id} that is in force on ${day} is loaded.`
  return problem(404, 'boundary_not_loaded', detail, {
    members: {
      requestable: true,
      division_id,
      maps: maps.map(({ release, valid_from, valid_to }) => ({ release, valid_from, valid_to })),
    },
  })
}

/** Gives all of the feature except its geometry, which is stored in the form in which it is sent. */
function featureOf(division: FoundDivision, map: BoundaryRow): object {
  const { division_id, aliases, name, type } = division
  const { release, valid_from, valid_to, is_simplified, points, area_m2, printed_area_m2 } = map
  return {
    type: 'Feature',
    id: division_id,
    bbox: map.bbox,
    properties: {
      ocd_id: division_id,
      division_id,
      aliases,
      name: name ?? map.name,
      type,
      jurisdiction: topOfDivision(division_id),
      boundary_id: map.id,
      boundary_ocd_id: map.ocd_id,
      release,
      name_on_map: map.name,
      valid_from,
      valid_to,
      is_simplified,
      points,
      area_m2,
      printed_area_m2,
      identifiers: map.identifiers,
      sha256: map.geometry.sha256,
      updated_at: map.updated_at,
    },
  }
}
