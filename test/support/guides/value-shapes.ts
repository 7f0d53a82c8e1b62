/** The content at one place in answers: the members of objects, and the form of values. */
export type Shape = {
  readonly forms: Set<string>
  /** The members that any object has there, and those that all objects have. */
  readonly any: Set<string>
  all: Set<string> | undefined
}

export type Shapes = Map<string, Shape>

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The form of a text: an id, a time, a path, or other text. */
export function formOf(text: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return /\.\d{6}Z$/.test(text) ? 'instant' : 'time'
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'day'
  if (/^https?:\/\//.test(text)) return 'url'
  const named = text.replace(UUID, '<uuid>').replace(/[0-9a-f]{64}/g, '<sha256>')
  if (/^\/v1\//.test(text)) return named.replace(/\/\d+/g, '/<id>').replace(/ocd-division[^/]*/, '<division>')
  if (/^ocd-(?:division|jurisdiction)\//.test(text)) return named.split('/')[0]!
  if (/^(?:ocd-[a-z]+\/)?<(?:uuid|sha256)>$/.test(named)) return named
  return /^(?:dlv|lgl|whsec)_/.exec(text)?.[0] ?? 'text'
}

/** Adds a value, place by place. `open` marks places with arbitrary members, where it stops. */
export function addShapes(
  shapes: Shapes,
  value: unknown,
  open: (place: string) => boolean,
  place = '',
): void {
  const shape: Shape = shapes.get(place) ?? { forms: new Set(), any: new Set(), all: undefined }
  shapes.set(place, shape)
  if (value === null) return
  if (typeof value === 'string') shape.forms.add(formOf(value))
  else if (typeof value !== 'object') shape.forms.add(typeof value)
  else if (Array.isArray(value)) {
    shape.forms.add('list')
    for (const each of value) addShapes(shapes, each, open, `${place}[]`)
  } else {
    shape.forms.add('object')
    if (open(place)) return
    const names = Object.keys(value)
    for (const name of names) shape.any.add(name)
    shape.all = shape.all === undefined ? new Set(names) : shape.all.intersection(new Set(names))
    for (const [name, member] of Object.entries(value)) addShapes(shapes, member, open, `${place}.${name}`)
  }
}

/** Differences between an example and all real answers. */
export function differences(example: Shapes, real: Shapes): string[] {
  return [...example].flatMap(([place, shown]) => {
    const met = real.get(place)
    if (met === undefined || met.forms.size === 0) return []
    const forms = [...shown.forms].filter((form) => !met.forms.has(form))
    const more = [...shown.any].filter((name) => !met.any.has(name))
    const less = shown.all === undefined ? [] : [...(met.all ?? [])].filter((name) => !shown.any.has(name))
    return [
      ...forms.map((form) => `${place} is shown as ${form}, and is ${[...met.forms].join(' or ')}`),
      ...more.map((name) => `${place} is shown with ${name}, which it never has`),
      ...less.map((name) => `${place} is shown without ${name}`),
    ]
  })
}
