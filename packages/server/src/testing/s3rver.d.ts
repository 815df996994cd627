/** The part of this untyped package that the tests use. */
declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      serviceEndpoint: string;
      vhostBuckets: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
