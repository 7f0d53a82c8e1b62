import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillOnce, runMaven } from './maven.ts'
import type { Progress } from './progress.ts'

export const openSearchVersion = '2.19.6'

export const openSearchFolder = (cache: string): string => join(cache, `opensearch-${openSearchVersion}`)

/** A module is loaded from a folder with its files, a description and its permissions. */
const modules = [
  {
    name: 'transport-netty4',
    class_name: 'org.opensearch.transport.Netty4Plugin',
    files: /^(?:transport-netty4-client|netty)-/,
    policy: `
grant codeBase "\${codebase.netty-common}" {
  permission java.io.FilePermission "/proc/sys/net/core/somaxconn", "read";
  permission java.net.SocketPermission "*", "accept,connect";
};
grant codeBase "\${codebase.netty-transport}" {
  permission java.util.PropertyPermission "sun.nio.ch.bugLevel", "write";
  permission java.net.SocketPermission "*", "accept,connect";
};
`,
  },
  {
    name: 'mapper-extras',
    class_name: 'org.opensearch.index.mapper.MapperExtrasPlugin',
    files: /^mapper-extras-client-/,
    policy: undefined,
  },
] as const

/** Downloads the server, and puts its files into the folders that it expects: lib and modules. */
export async function fetchOpenSearch(
  cache: string,
  maven: string | undefined,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  await fillOnce(openSearchFolder(cache), async (folder, repository) => {
    progress('opensearch', `downloading OpenSearch ${openSearchVersion} (60 MB)`)
    const lib = join(folder, 'lib')
    const pom = join(import.meta.dirname, 'opensearch-pom.xml')
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${lib}`]
    await runMaven(maven, repository, ['-f', pom, ...goal], 'opensearch', progress, signal)
    await mkdir(join(folder, 'plugins'))
    const files = await readdir(lib)
    for (const { name, class_name, files: own, policy } of modules) {
      const module = join(folder, 'modules', name)
      await mkdir(module, { recursive: true })
      for (const file of files.filter((one) => own.test(one)))
        await rename(join(lib, file), join(module, file))
      await writeFile(join(module, 'plugin-descriptor.properties'), descriptor(name, class_name))
      if (policy !== undefined) await writeFile(join(module, 'plugin-security.policy'), policy)
    }
  })
}

const descriptor = (name: string, className: string): string =>
  [
    ...[`name=${name}`, `description=${name}`, `version=${openSearchVersion}`, `classname=${className}`],
    ...['java.version=11', `opensearch.version=${openSearchVersion}`, 'has.native.controller=false', ''],
  ].join('\n')
