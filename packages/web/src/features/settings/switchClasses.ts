import classes from "./SettingsDialog.module.css";

/** The class names of the switches in the settings. */
export const switchClasses = { root: classes.switch ?? "" };
