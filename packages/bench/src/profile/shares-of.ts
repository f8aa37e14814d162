/** V8's profile: a tree of calls, and the running call of each sample. */
export interface CpuProfile {
  readonly nodes: readonly CallNode[];
  /** In microseconds, on the clock of `process.hrtime`. */
  readonly startTime: number;
  /** The node that ran, by its id. */
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

interface CallNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** The share of the CPU of one component, from 0 to 1. */
export interface Share {
  readonly component: string;
  readonly share: number;
}

/** Without a caller: work of the engine, and I/O that Node handles itself. */
const NODE_ITSELF = 'node';
const IDLE = '(idle)';
const ENGINE = /^\((?:garbage collector|program)\)$/;

/**
 * The shares of CPU from a moment on, the largest first: packages, and the folders of the service's code. The work of
 * Node and system calls counts for the nearest caller outside Node.
 */
export function sharesOf(profile: CpuProfile, from = profile.startTime): readonly Share[] {
  const owners = ownersIn(profile);
  const used = new Map<string, number>();
  let at = profile.startTime;
  profile.samples.forEach((id, index) => {
    const took = profile.timeDeltas[index] ?? 0;
    at += took;
    const component = owners.get(id) ?? NODE_ITSELF;
    if (at >= from && component !== IDLE) used.set(component, (used.get(component) ?? 0) + took);
  });
  const all = [...used.values()].reduce((sum, one) => sum + one, 0);
  return [...used]
    .map(([component, took]) => ({ component, share: took / all }))
    .sort((one, other) => other.share - one.share);
}

/** The component of each node. A caller comes before the nodes that it calls. */
function ownersIn({ nodes }: CpuProfile): ReadonlyMap<number, string> {
  const owners = new Map<number, string>();
  for (const { id, callFrame, children = [] } of nodes) {
    const owner = ownerOf(callFrame) ?? owners.get(id) ?? NODE_ITSELF;
    owners.set(id, owner);
    for (const child of children) owners.set(child, owner);
  }
  return owners;
}

/** Undefined for Node itself. */
function ownerOf({ functionName, url }: CallNode['callFrame']): string | undefined {
  if (functionName === IDLE || ENGINE.test(functionName)) return functionName;
  if (!url.startsWith('file:') && !url.startsWith('/')) return undefined;
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return inPackage ?? folderOf(url);
}

/** `adapters/oidc/logins`, `flows/order`: the innermost folder of a file, up to the depth of the source tree. */
function folderOf(url: string): string | undefined {
  const folders = /\/dist\/(.*)$/.exec(url)?.[1]?.split('/').slice(0, -1);
  if (folders === undefined) return undefined;
  return folders.length === 0
    ? 'composition'
    : folders.slice(0, folders[0] === 'adapters' ? 3 : 1).join('/');
}
