/** An iOS app to which links below a domain of ours may lead. */
export interface IosApp {
  /** Of the developer at Apple: ten characters. */
  readonly teamId: string;
  readonly bundleId: string;
}

/** An Android app to which links below a domain of ours may lead. */
export interface AndroidApp {
  readonly packageName: string;
  /** SHA-256 of each certificate that signs the app: 32 bytes in hexadecimal, separated by colons. */
  readonly sha256CertFingerprints: readonly string[];
}
