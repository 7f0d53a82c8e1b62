import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise } from 'yauzl'
import {
  MANIFEST_FILE,
  MODEL_FILE,
  modelsFolder,
  TOKENIZER_FILE,
} from '../../derive/embedder/local/model-folder.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { artifactFile, fillOnce, getArtifact } from '../../stack/install/maven.ts'
import type { Progress } from '../../stack/install/progress.ts'
import { hashOfFile } from './hash-of-file.ts'
import type { PublishedModel } from './published-models.ts'

/** Downloads a model that is not there yet, and checks its hash. */
export async function fetchModel(
  cache: string,
  published: PublishedModel,
  maven: string | undefined,
  progress: Progress,
): Promise<void> {
  const { artifact, model, tokenizer, manifest } = published
  await fillOnce(join(modelsFolder(cache), manifest.name), async (folder, repository) => {
    progress('model', `downloading ${manifest.name}`)
    await getArtifact(maven, repository, artifact, 'model', progress)
    const names = { [model]: MODEL_FILE, [tokenizer]: TOKENIZER_FILE }
    await unpackFiles(artifactFile(repository, artifact), folder, names)
    const sha256 = await hashOfFile(join(folder, MODEL_FILE))
    if (sha256 !== manifest.sha256) {
      const what = `the model file of ${artifact.name} ${artifact.version} has the SHA-256 ${sha256}`
      throw new LegislogError('object_corrupt', `${what}, not ${manifest.sha256}`)
    }
    await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
    progress('model', `${manifest.name} is installed`, true)
  })
}

/** Unpacks files of a zip under other names. Throws `not_found` if the zip lacks one of them. */
async function unpackFiles(
  archive: string,
  folder: string,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  const zip = await openPromise(archive, { autoClose: false })
  try {
    const missing = new Set(Object.keys(names))
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      const name = names[entry.fileName]
      if (name === undefined) continue
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(join(folder, name)))
      missing.delete(entry.fileName)
    }
    if (missing.size > 0) throw new LegislogError('not_found', `${archive} has no ${[...missing].join(', ')}`)
  } finally {
    zip.close()
  }
}
