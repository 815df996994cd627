import * as z from "zod/mini";

// zod would try `new Function` to see whether it may compile schemas; the content security policy refuses and reports that.
// This module must be the first import of main.tsx.
z.config({ jitless: true });
