/** Public secrets and keys of the demo: fine on test domains, a hole on production domains. */
export const demoMaterial = {
  secrets: {
    web: 'demo-web-secret',
    backend: 'demo-backend-secret',
    start: 'demo-start-secret',
  },
  /** `x` of the public halves of the demo keys, P-256. */
  publicKeys: ['Bg2yef88qeYaVD5OQfB3Tbqv6K-CizGCWA0lEAhVHa4'],
} as const;
