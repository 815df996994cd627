import * as z from "zod/mini";

// Without this setting, zod probes `new Function`, which the content security policy blocks and reports. This module
// must be the first import of main.tsx.
z.config({ jitless: true });
