import { Type } from 'typebox'
import { Closed, Day, Id, Instant, OrNull, Text } from '../fields.ts'

const Count = Type.Integer({ minimum: 0 })

const AddressReleaseCoverage = Closed({
  id: Id,
  ocd_id: Text,
  publisher: Type.String({ examples: ['tiger'] }),
  area: Type.String({ examples: ['ocd-division/country:us/state:mt/county:meagher'] }),
  vintage: Type.String({ examples: ['2021'] }),
  name: Type.String({ examples: ['tiger-2021-30059'] }),
  state: Type.Enum(['in_force', 'loading', 'failed'], {
    description:
      '`loading`, `failed`: the newest release; the one before it stays in force until it is loaded',
    examples: ['in_force'],
  }),
  ranges: Count,
  points: Count,
  rejected: Type.Integer({ minimum: 0, description: 'Records of the files that could not be read' }),
  loaded_at: OrNull(Instant),
  face_maps: Type.Array(
    Closed({
      type: Type.String({ examples: ['sldl'] }),
      boundary_release: Type.String({ examples: ['census-sld-2024'] }),
      method: Type.Enum(['code', 'point'], {
        description:
          '`code`: the release names the district of each face; `point`: a point inside was tested',
      }),
    }),
    { description: 'Maps on which the sides of its streets have their districts' },
  ),
})

const ChamberMap = Closed({
  chamber: Type.Enum(['upper', 'lower']),
  type: Type.String({ examples: ['sldl'] }),
  boundary_release: Type.String({ examples: ['census-sld-2024'] }),
  valid_from: OrNull(Day),
  valid_to: OrNull(Day),
  is_simplified: Type.Boolean(),
  districts: Count,
})

export const AddressCoverage = Closed(
  {
    status: Type.Enum(['loaded', 'requestable']),
    loaded: Type.Boolean({ description: 'true if a release is in force' }),
    requestable: Type.Boolean(),
    releases: Type.Array(AddressReleaseCoverage, {
      description:
        'A county or place has the releases that it contains or that contain it. Any other division has those of its state',
    }),
    chambers: Type.Array(ChamberMap, {
      description: 'Maps of the districts of the state that lookups have. A lookup needs one of each chamber',
    }),
  },
  { description: 'The data of address lookups' },
)
