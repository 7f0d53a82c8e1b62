import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { projectFolder } from '../../runtime/settings/settings.ts'

const project = pathToFileURL(`${projectFolder}/`).href

/**
 * Our files import each other by the path and name of a file, so nothing has to be looked up: Node asks the file system
 * for each folder and each package.json on the way. This holds for files that are loaded after this call.
 */
export function findOwnModulesDirectly(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = ownUrl(specifier, context.parentURL)
      return url === undefined
        ? next(specifier, context)
        : { url, format: 'module-typescript', shortCircuit: true }
    },
  })
}

/** Gives the address of a TypeScript file that a file of ours imports, and undefined for packages and all others. */
export function ownUrl(specifier: string, importer: string | undefined): string | undefined {
  if (!specifier.startsWith('.') || !specifier.endsWith('.ts')) return undefined
  if (importer === undefined || !importer.startsWith(project)) return undefined
  if (importer.startsWith('node_modules/', project.length)) return undefined
  return new URL(specifier, importer).href
}
