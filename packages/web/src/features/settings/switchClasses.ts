import classes from "./SettingsDialog.module.css";

/** How the switches of the settings look. */
export const switchClasses = { root: classes.switch ?? "", track: classes.track ?? "" };
