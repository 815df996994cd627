import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/**
 * The texts that the server writes for people, and those that this app stores with answers, in English. Other languages
 * replace them by their translation, so this module is loaded with their catalogue. A test compares the list with the
 * server's sources.
 */
export const serverTexts: readonly MessageDescriptor[] = [
  // Requests.
  msg({ message: "This account is not on your list any more. Please choose another one." }),
  msg({ message: "Your accounts were changed somewhere else. Please reload them and try again." }),
  msg({ message: "The encoding can only be chosen for text files." }),
  msg({ message: "Your account has been blocked. Please contact the administrators of your institution." }),
  msg({ message: "Your account has been blocked. Please contact the administrators of your institution at {email}." }),
  msg({ message: "This person doesn’t exist." }),
  msg({ message: "You can’t block or erase your own account." }),
  msg({ message: "This is not the email address of the person." }),
  msg({ message: "The successor must be another active person." }),
  msg({ message: "The successor must be another person who can sign in." }),
  msg({ message: "This person is the only administrator of {names}. Please choose a successor." }),
  msg({ message: "There are too many operations. Please delete some." }),
  msg({ message: "The operation “{repeatedId}” is there more than once." }),
  msg({ message: "This operation no longer exists." }),
  msg({ message: "Please enter the token of “{id}”." }),
  msg({ message: "Please enter the secrets of “{name}” again: the stored ones can’t be used for this address." }),
  msg({ message: "The request contains too many values." }),
  msg({ message: "The request is nested too deeply." }),
  msg({ message: "Text must not contain NUL characters." }),
  msg({ message: "This link is no longer valid." }),
  msg({ message: "This link is incomplete." }),
  msg({ message: "This link has expired or was modified. Please request a new one." }),
  msg({ message: "The database isn’t responding." }),
  msg({ message: "The database of this workspace can’t be reached. Please try again in a minute." }),
  msg({ message: "The file storage of this workspace can’t be reached. Please try again in a minute." }),
  msg({
    message:
      "The server’s disk is full, so nothing can be stored. Please tell your administrator, and try again later.",
  }),
  msg({ message: "The server is about to restart. Please try again in a minute." }),
  msg({ message: "This took too long and was stopped. Please try again later, or request less at once." }),
  msg({ message: "This sign-in wasn’t started in this browser, is already complete, or has expired." }),
  msg({
    message: "This sign-in wasn’t started in this browser, is already complete, or took longer than 10 minutes.",
  }),
  msg({ message: "The request couldn’t be read." }),
  msg({
    message:
      "This server doesn’t recognize the address that you used to open it. Its administrator can set PUBLIC_URL.",
  }),
  msg({
    message:
      "Without an identity provider, you can sign in only on the machine that runs this server, and not through a proxy. Its administrator can set OIDC_ISSUER or EMBEDDED_SIGN_IN.",
  }),
  msg({ message: "API keys can’t do this. Please sign in." }),
  msg({ message: "This API key needs the access type {type}." }),
  msg({ message: "API keys are turned off for you." }),
  msg({ message: "This API key doesn’t exist, or you don’t have access to it." }),
  msg({ message: "The API key has been deactivated." }),
  msg({ message: "The API key is already inactive." }),
  msg({ message: "Only active API keys can be changed." }),
  msg({ message: "Only the owner of this API key can change it." }),
  msg({ message: "Only the person to whom this API key was delegated can see it." }),
  msg({ message: "You can’t deactivate this API key." }),
  msg({ message: "You can only create API keys of your own." }),
  msg({
    message:
      "This limit allows more than the {max} per hour that an administrator of this site has set for this API key. You can only lower it.",
  }),
  msg({
    message:
      "This limit allows more than the {max} per day that an administrator of this site has set for this API key. You can only lower it.",
  }),
  msg({
    message:
      "This limit allows more than the {max} per month that an administrator of this site has set for this API key. You can only lower it.",
  }),
  msg({ message: "You have {count} active API keys. Please deactivate some of them first." }),
  msg({ message: "The expiration date can’t be earlier than today." }),
  msg({ message: "The delegate must be an email address." }),
  msg({ message: "You can’t delegate an API key to yourself." }),
  msg({ message: "The key of a group has no account of a person." }),
  msg({ message: "You are not authorized to replace the API key of this group." }),
  msg({
    message:
      "API keys don’t belong in an address, because addresses are stored in many places. Please send the key in the header “Authorization: Bearer …”, and create a new one if others may have seen this address.",
  }),
  msg({ message: "Lectern is open in too many browsers at once." }),
  msg({ message: "Please accept the data disclosure agreement first." }),
  msg({ message: "This feature is turned off." }),
  msg({ message: "You are sending too much at once. Please try again in a moment." }),
  msg({ message: "Too many of your requests are waiting. Please try again in a moment." }),
  msg({ message: "You have sent too many requests. Please try again in a second." }),
  msg({ message: "You have sent too many requests. Please try again in {seconds} seconds." }),
  msg({ message: "You have sent the maximum number of submissions for a day. Please try again in a minute." }),
  msg({ message: "You have sent the maximum number of submissions for a day. Please try again in {minutes} minutes." }),
  msg({ message: "There are too many sign-ins from your network. Please try again in a second." }),
  msg({ message: "There are too many sign-ins from your network. Please try again in {seconds} seconds." }),
  msg({ message: "The identity provider didn’t provide your email address." }),
  msg({ message: "The identity provider couldn’t be reached. Please try again in a minute." }),
  msg({ message: "The identity provider didn’t sign you in, or you cancelled the sign-in." }),
  msg({ message: "This sign-in couldn’t be verified." }),
  msg({ message: "Editing the assistants of groups is turned off for you." }),
  msg({ message: "Creating groups is turned off for you." }),
  msg({ message: "Searching documents is turned off here." }),
  msg({ message: "Links to chats are turned off here." }),
  msg({ message: "Storing chats in the cloud is turned off." }),
  msg({ message: "Uploading documents is turned off here." }),
  // Requests to servers that people name.
  msg({
    message:
      "The address is in a private network, which this server doesn’t call. An administrator can allow the host.",
  }),
  msg({ message: "Only URLs with https:// or http:// can be called." }),
  msg({ message: "The URL must not contain a username or a password." }),
  msg({ message: "The port in the URL is one of another protocol." }),
  msg({ message: "The header “{name}” can’t be set." }),
  msg({ message: "The header “{name}” has characters that a header can’t have." }),
  msg({ message: "The headers are too long." }),
  msg({ message: "No answer within {seconds} seconds." }),
  msg({ message: "The operation took longer than {seconds} seconds and was stopped." }),
  msg({ message: "The server redirects too often." }),
  msg({ message: "The name of the server could not be resolved." }),
  msg({ message: "No secure connection to the server could be made. Its certificate may not be valid." }),
  msg({ message: "The server could not be reached." }),
  msg({ message: "The server didn’t answer as a web server does." }),
  // Operations.
  msg({ message: "The URL must begin with https:// or http://." }),
  msg({ message: "Parameters can only stand after the host of the URL." }),
  msg({ message: "The header “{name}” must be one line without control characters." }),
  msg({ message: "The token must be one line without control characters." }),
  msg({ message: "The username must not contain a colon." }),
  msg({ message: "The parameter “{name}” is missing." }),
  msg({ message: "The parameter “{name}” must not lead to another path." }),
  msg({ message: "A parameter in the path of the URL is empty or dots." }),
  msg({ message: "The request is too long with these parameters." }),
  msg({ message: "The body is not valid JSON." }),
  msg({ message: "The parameter “{name}” is not valid JSON." }),
  msg({ message: "The parameter “rows” must be a list of lists of values." }),
  msg({ message: "The request leads to a server that must not get it." }),
  msg({ message: "The response is too long to be read." }),
  msg({ message: "The response is not as expected." }),
  msg({ message: "“{id}” is the name of an operation that comes with Lectern." }),
  msg({ message: "Please choose the integration of “{id}”." }),
  msg({ message: "An operation with the person’s {name} account must have a URL at {origins}." }),
  // Integrations.
  msg({ message: "This integration is not available. An administrator may have disabled it." }),
  msg({
    message: "This integration can’t be used at the moment. An administrator must enter its client secret again.",
  }),
  msg({ message: "An integration is not one of {name}." }),
  msg({ message: "Enter the client ID of {name}, or switch its integrations off." }),
  msg({ message: "Enter the client secret of {name}." }),
  msg({ message: "The client ID of {name} is another one, so enter the client secret that belongs to it, too." }),
  // The pages that end a connection.
  msg({ message: "You are signed out. Please sign in, and connect it again." }),
  msg({
    message: "This connection wasn’t started in this browser, is already complete, or took longer than 10 minutes.",
  }),
  msg({
    message:
      "You didn’t allow everything that this integration needs. Please connect it again, and select all boxes on the provider’s page.",
  }),
  msg({ message: "You didn’t allow the connection, or you cancelled it." }),
  msg({
    message: "The provider doesn’t accept this server. An administrator must check the client ID and its secret.",
  }),
  msg({ message: "The provider couldn’t be reached. Please try again in a minute." }),
  msg({ message: "This connection couldn’t be verified." }),
  // What the integrations are for.
  msg({ message: "Read and change the events of your calendars." }),
  msg({ message: "Read, create and change your spreadsheets." }),
  msg({ message: "Read, create and change your documents." }),
  msg({ message: "Find and read your files." }),
  msg({ message: "Read your forms and the responses to them." }),
  msg({ message: "Find and read your email." }),
  // The phrases of HTTP statuses.
  msg({ message: "Bad Request" }),
  msg({ message: "Unauthorized" }),
  msg({ message: "Forbidden" }),
  msg({ message: "Not Found" }),
  msg({ message: "Request Timeout" }),
  msg({ message: "Payload Too Large" }),
  msg({ message: "Content Too Large" }),
  msg({ message: "Too Many Requests" }),
  msg({ message: "Internal Server Error" }),
  msg({ message: "Bad Gateway" }),
  msg({ message: "Service Unavailable" }),
  msg({ message: "Gateway Timeout" }),
  // Models.
  msg({ message: "Built-in guide" }),
  msg({
    message: "Not a language model: it quotes this workspace’s own help and shows what the workspace can render.",
  }),
  // Answers.
  msg({
    message:
      "This approval is no longer possible: it was given elsewhere, or the server has restarted since. Please ask again.",
  }),
  msg({ message: "The answer took longer than an hour, so it was stopped. Please ask for a shorter answer." }),
  msg({ message: "The model kept calling tools and gave no answer. Please ask again, or choose another model." }),
  msg({ message: "Python wasn’t available" }),
  msg({ message: "This model can’t run code. Please choose another model for that." }),
  msg({ message: "The attached documents couldn’t be read. Please try again in a moment." }),
  msg({ message: "The answer couldn’t be saved. Please copy what you need." }),
  msg({ message: "The answer was stopped because it became too long." }),
  msg({ message: "The server was restarted while this answer was being written. The text received so far was saved." }),
  msg({ message: "Stopped, because you no longer have access to its assistant, its model or a file that it used." }),
  msg({ message: "Stopped, because the API key is no longer valid." }),
  msg({ message: "Stopped, because the API key no longer has access to this." }),
  // Stored with answers of earlier versions.
  msg({ message: "Stopped, because you no longer have access to the assistant or to a file that it used." }),
  msg({ message: "An answer is already being written for you. Please wait until it has finished, or stop it." }),
  msg({
    message: "{count} answers are already being written for you. Please wait until one has finished, or stop one.",
  }),
  msg({ message: "An answer is being written in this chat. Please stop it, or wait until it has finished." }),
  msg({ message: "This has already been decided." }),
  msg({ message: "This answer was continued or changed in the meantime." }),
  msg({ message: "This answer continues once its steps are allowed or denied." }),
  msg({ message: "This answer is already complete." }),
  msg({
    message:
      "This answer is too long for this model to continue it. Please ask for the rest in a new message, or choose a model that can read longer texts.",
  }),
  msg({ message: "This answer no longer exists." }),
  msg({ message: "This request has already been answered." }),
  msg({ message: "The ID of the answer is already used by another message." }),
  msg({ message: "The message before this one no longer exists." }),
  msg({
    message:
      "Your message is too long for this model. Please shorten it, or choose a model that can read longer texts.",
  }),
  msg({
    message:
      "Your message and the attached documents are too long for this model. Please remove documents, use smaller excerpts of them, or choose a model that can read longer texts.",
  }),
  msg({ message: "Earlier messages left out" }),
  msg({ message: "The chat is longer than this model can read: the oldest message wasn’t sent." }),
  msg({ message: "The chat is longer than this model can read: the oldest {count} messages weren’t sent." }),
  msg({ message: "Earlier messages summarized" }),
  msg({
    message: "The chat is longer than this model can read: a summary was sent in place of its earlier messages.",
  }),
  msg({
    message:
      "The chat is longer than this model can read: a summary was sent in place of its earlier messages, and the message after them wasn’t sent.",
  }),
  msg({
    message:
      "The chat is longer than this model can read: a summary was sent in place of its earlier messages, and the {count} messages after them weren’t sent.",
  }),
  msg({ message: "This assistant doesn’t exist, or you don’t have access to it." }),
  msg({ message: "The spending limit is $0.00: models that cost money can’t be used." }),
  msg({ message: "Your account ‘{name}’ has a limit of $0.00: models that cost money can’t be used." }),
  msg({ message: "The group ‘{name}’ has a limit of $0.00: models that cost money can’t be used." }),
  msg({ message: "The API key ‘{name}’ has a limit of $0.00: models that cost money can’t be used." }),
  msg({ message: "You have used your {limit} for this hour. The limit resets at {time}." }),
  msg({ message: "You have used your {limit} for this hour. The limit resets on {month} {day} at {time}." }),
  msg({ message: "You have used your {limit} for today. The limit resets at {time}." }),
  msg({ message: "You have used your {limit} for today. The limit resets on {month} {day} at {time}." }),
  msg({ message: "You have used your {limit} for this month. The limit resets at {time}." }),
  msg({ message: "You have used your {limit} for this month. The limit resets on {month} {day} at {time}." }),
  msg({ message: "Your account ‘{name}’ has used its {limit} for this hour. The limit resets at {time}." }),
  msg({
    message: "Your account ‘{name}’ has used its {limit} for this hour. The limit resets on {month} {day} at {time}.",
  }),
  msg({ message: "Your account ‘{name}’ has used its {limit} for today. The limit resets at {time}." }),
  msg({
    message: "Your account ‘{name}’ has used its {limit} for today. The limit resets on {month} {day} at {time}.",
  }),
  msg({ message: "Your account ‘{name}’ has used its {limit} for this month. The limit resets at {time}." }),
  msg({
    message: "Your account ‘{name}’ has used its {limit} for this month. The limit resets on {month} {day} at {time}.",
  }),
  msg({ message: "The group ‘{name}’ has used its {limit} for this hour. The limit resets at {time}." }),
  msg({
    message: "The group ‘{name}’ has used its {limit} for this hour. The limit resets on {month} {day} at {time}.",
  }),
  msg({ message: "The group ‘{name}’ has used its {limit} for today. The limit resets at {time}." }),
  msg({ message: "The group ‘{name}’ has used its {limit} for today. The limit resets on {month} {day} at {time}." }),
  msg({ message: "The group ‘{name}’ has used its {limit} for this month. The limit resets at {time}." }),
  msg({
    message: "The group ‘{name}’ has used its {limit} for this month. The limit resets on {month} {day} at {time}.",
  }),
  msg({ message: "The API key ‘{name}’ has used its {limit} for this hour. The limit resets at {time}." }),
  msg({
    message: "The API key ‘{name}’ has used its {limit} for this hour. The limit resets on {month} {day} at {time}.",
  }),
  msg({ message: "The API key ‘{name}’ has used its {limit} for today. The limit resets at {time}." }),
  msg({ message: "The API key ‘{name}’ has used its {limit} for today. The limit resets on {month} {day} at {time}." }),
  msg({ message: "The API key ‘{name}’ has used its {limit} for this month. The limit resets at {time}." }),
  msg({
    message: "The API key ‘{name}’ has used its {limit} for this month. The limit resets on {month} {day} at {time}.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of your {limit} for this hour. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of your {limit} for today. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of your {limit} for this month. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of your account’s {limit} for this hour. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of your account’s {limit} for today. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of your account’s {limit} for this month. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of the group’s {limit} for this hour. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of the group’s {limit} for today. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of the group’s {limit} for this month. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of the API key’s {limit} for this hour. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of the API key’s {limit} for today. Please try again when they are finished.",
  }),
  msg({
    message:
      "Answers that are still being written may use up the rest of the API key’s {limit} for this month. Please try again when they are finished.",
  }),
  msg({ message: "You were signed out before this message was answered." }),
  msg({
    message:
      "The reply didn’t come from this workspace. Your network may require you to sign in. Reload this page and try again.",
  }),
  msg({ message: "The server reported an error ({status})." }),
  // Models.
  msg({ message: "The model’s server couldn’t be reached." }),
  msg({
    message:
      "The model’s server couldn’t be reached over a secure connection. Please ask your administrator to check its certificate.",
  }),
  msg({ message: "The model’s server rejected the key. Please ask your administrator to check it." }),
  msg({
    message:
      "The model’s server doesn’t know this model. Please choose another, or ask your administrator to check it.",
  }),
  msg({ message: "The model is busy." }),
  msg({ message: "The model is busy. Please try again in a moment." }),
  msg({
    message:
      "Your institution’s credit with this model’s provider is used up. Please choose another model, or tell your administrator.",
  }),
  msg({ message: "The chat is too long for this model. Please shorten it, or start a new one." }),
  msg({ message: "The model’s server rejected this message because of its content policy." }),
  msg({ message: "The model’s server withheld the answer because of its content policy." }),
  msg({ message: "There is no language model that could rewrite the prompt." }),
  msg({ message: "There is no language model that could summarize the chat." }),
  msg({ message: "The model didn’t write a summary." }),
  msg({ message: "Something went wrong on the server." }),
  msg({ message: "The model didn’t return a prompt." }),
  msg({ message: "The prompt is too long for the model." }),
  msg({ message: "The model’s server rejected the request. Please choose another model, or tell your administrator." }),
  msg({
    message: "The model didn’t accept a picture in this chat. Please remove the picture, or choose another model.",
  }),
  msg({
    message:
      "The model’s server rejected the request. It may not support structured answers. Please ask without them, or choose another model.",
  }),
  msg({
    message:
      "The model’s server rejected the request. It may not support functions. Please ask without them, or choose another model.",
  }),
  msg({ message: "The model is being loaded." }),
  msg({ message: "The model is being loaded. Please try again in a minute." }),
  msg({ message: "The model’s server is overloaded." }),
  msg({ message: "The model’s server is overloaded. Please try again in a minute." }),
  msg({ message: "The model’s server reported an error." }),
  msg({ message: "The model’s server took too long to answer." }),
  msg({ message: "The connection to the model’s server was lost." }),
  msg({ message: "The model’s server sent a response that couldn’t be read." }),
  msg({ message: "The model reached its length limit before it wrote anything. Please allow a longer response." }),
  msg({ message: "The model gave no answer. Please try again, or choose another model." }),
  msg({ message: "No server is connected for this model. Please choose another one." }),
  msg({ message: "This model isn’t available to you. Please choose another one." }),
  msg({ message: "Please choose a provider." }),
  msg({ message: "The key of “{id}” is not its id." }),
  msg({ message: "Required fields missing... “{name}” needs an input context window and an output token limit." }),
  msg({ message: "Only one model can be the default." }),
  msg({ message: "Only one model can be the default of a kind." }),
  msg({ message: "Please choose a default model that is available and is no embedding model." }),
  msg({ message: "“{name}” can’t be a default: it is not available, or of another kind." }),
  msg({ message: "A model is available to “{name}” only. Please change that first." }),
  msg({ message: "There is no model “{name}”." }),
  msg({ message: "“{name}” has too many addresses." }),
  msg({ message: "The server’s environment configures {url}. It can’t be changed here." }),
  msg({ message: "Not saved:" }),
  msg({ message: "A new address of “{name}” has no URL." }),
  msg({ message: "A new address of “{name}” has no key." }),
  msg({ message: "{url} of “{name}” has no key." }),
  msg({ message: "“{name}” has the address {url} already." }),
  msg({
    message: "{url} has another key already. Please enter that key, or change it where the address is listed.",
  }),
  msg({ message: "The address must begin with http:// or https://." }),
  msg({ message: "The name of the deployment in the address is not valid." }),
  msg({ message: "This server isn’t connected any more." }),
  msg({ message: "This server doesn’t offer the model any more." }),
  msg({ message: "This server has no list of models." }),
  msg({ message: "The server’s environment configures this model server. It can’t be removed here." }),
  msg({
    message: "The key of this model’s server can no longer be read. An administrator must connect the server again.",
  }),
  msg({ message: "The server no longer offers one of the chosen models. Please test the address again." }),
  msg({ message: "{url} didn’t answer in time. Is the server running?" }),
  msg({ message: "Nothing answered at {url}. Is the server running, and can the Lectern server reach it?" }),
  msg({ message: "There is no secure connection to {url}: its certificate isn’t trusted, or it doesn’t use https." }),
  msg({ message: "The server at {url} rejected the key." }),
  msg({ message: "There is no /models at {url}. Check that the address ends with {suffix}." }),
  msg({ message: "The server at {url} is limiting requests. Please try again in a moment." }),
  msg({ message: "The account at {url} has no credit or quota left." }),
  msg({ message: "The server at {url} failed with status {status}." }),
  msg({
    message: "There is no such model or deployment at {url}. Please check the address and the name of the model.",
  }),
  msg({ message: "The server at {url} refused the call." }),
  msg({ message: "{url} didn’t return a valid answer. Please check the address." }),
  msg({ message: "{url} didn’t return a valid {kind} response. Check that the address ends with {suffix}." }),
  // Conversations.
  msg({
    message:
      "Word and PowerPoint documents aren’t available on this server: the optional package pandoc-wasm isn’t installed.",
  }),
  msg({ message: "This template can’t be used: it is damaged, or not of the right file type. Choose another one." }),
  msg({ message: "This template no longer exists. Choose another one." }),
  // What administrators upload.
  msg({ message: "This file type is not supported. Please upload a file of type: pptx" }),
  msg({ message: "PowerPoint template names must be unique. Please rename your file and try again." }),
  msg({ message: "This file is not a PowerPoint presentation, or it is damaged." }),
  msg({ message: "This presentation contains macros or other programs. Please save it without them." }),
  msg({ message: "This file type is not supported. Please upload a file of type: pdf, csv, json" }),
  msg({ message: "This file is not a PDF." }),
  msg({ message: "This file is not a CSV file with a heading for each column." }),
  msg({ message: "This file is not a Postman collection." }),
  msg({ message: "The document would be too large. Choose fewer chats." }),
  msg({ message: "The document needs too much memory. Choose fewer chats." }),
  msg({ message: "The conversion took too long. Choose fewer chats." }),
  msg({ message: "The conversion failed unexpectedly. Please try again." }),
  msg({ message: "This account no longer exists." }),
  msg({ message: "The document couldn’t be created: the server crashed each time it tried. Choose fewer chats." }),
  msg({ message: "The document couldn’t be created because of a server error. Please try again." }),
  msg({ message: "The document couldn’t be created because its content is missing. Please try again." }),
  msg({ message: "There is no such chat. It was deleted, or it belongs to someone else." }),
  msg({ message: "This chat has become too long. Please start a new one." }),
  msg({ message: "A chat can have at most {max} messages. Please start a new one." }),
  msg({ message: "A chat can have at most {max} tags." }),
  msg({ message: "You already have a chat with this ID." }),
  msg({ message: "The chat was changed on another device." }),
  msg({ message: "Too many long messages are being saved at once. Please try again in a moment." }),
  msg({ message: "This chat is too long to be stored as a whole." }),
  msg({ message: "These chats contain none of the messages you chose to include." }),
  msg({ message: "A document can have at most {count} million characters. Choose fewer chats." }),
  msg({ message: "A document can have at most {limit}. Choose fewer chats." }),
  msg({ message: "The document isn’t ready yet." }),
  msg({ message: "This document is no longer available." }),
  msg({ message: "This template doesn’t exist. Choose another one." }),
  msg({ message: "{count} of your documents are still being created. Please wait until one is ready." }),
  msg({ message: "Your prompts can take up at most 50 MB. Please delete some." }),
  msg({ message: "You can have at most {max} prompts and folders. Please delete some." }),
  // Files.
  msg({ message: "“{name}” couldn’t be read. Please try again in a moment, or remove it." }),
  msg({ message: "This file wasn’t uploaded completely. Upload it again or delete it." }),
  msg({ message: "The content of this file is missing. Delete the file and upload it again." }),
  msg({ message: "The content of this file has changed since it was uploaded. Delete the file and upload it again." }),
  msg({ message: "This file doesn’t exist, or you don’t have access to it." }),
  msg({ message: "You can read this file, but not change it." }),
  msg({
    message: "This file can’t be deleted because it is used by the current or an earlier version of {names}.",
  }),
  msg({ message: "This document is too large to display." }),
  msg({ message: "This document is still being processed. Please try again in a moment." }),
  msg({ message: "This file hasn’t been uploaded yet." }),
  msg({ message: "This file has already been uploaded." }),
  msg({ message: "The file was damaged during the upload. Please upload it again." }),
  msg({ message: "This file is too large. A data disclosure can be at most {megabytes} MB." }),
  msg({ message: "The data disclosure must be a PDF document." }),
  msg({ message: "The text of this document is too long for a data disclosure." }),
  msg({ message: "There is no data disclosure agreement." }),
  msg({ message: "The agreement was replaced while you were reading it. Please read the new one." }),
  msg({ message: "The entered email does not match your account email." }),
  msg({ message: "This file is too large. A file can be at most {size}." }),
  msg({
    message:
      "There isn’t enough space for this file: {free} of your {total} is free. Please delete some files, or chats with files from Python.",
  }),
  msg({
    message: "There isn’t enough space for this file: {free} of the group’s {total} is free. Please delete some files.",
  }),
  msg({
    message: "You have the maximum number of files from Python. Please delete some chats that have such files.",
  }),
  msg({ message: "This file no longer exists. Its conversation may have been deleted." }),
  msg({ message: "This upload must be sent as {type}." }),
  msg({ message: "This upload must have exactly {size} bytes." }),
  msg({ message: "This document is protected with a password. Remove the password and upload it again." }),
  msg({
    message:
      "This document couldn’t be read: it is damaged, or its contents don’t match its file type. Open it in its own program, save it again and upload the new file.",
  }),
  msg({
    message:
      "This file couldn’t be read: its name says that it is text, but its contents aren’t. It may be damaged or have the wrong name. Save it again as text and upload the new file.",
  }),
  msg({ message: "This document is too large: the limit is {count} pages. Split it and upload the parts." }),
  msg({
    message:
      "This document is too large: the limit is {count} million characters of text. Split it and upload the parts.",
  }),
  msg({
    message:
      "This document is too large: the limit is {count} million pixels per image. Split it and upload the parts.",
  }),
  msg({
    message:
      "This document is too large: the limit is {count} MB of text with its headings. Split it and upload the parts.",
  }),
  msg({
    message:
      "This document is too large: the limit is {count} MB for files of this type. Split it and upload the parts.",
  }),
  msg({
    message: "This document is too large: the limit is {count} rows or paragraphs. Split it and upload the parts.",
  }),
  msg({
    message:
      "This document is too large: the limit is {count} MB for each file inside the document. Split it and upload the parts.",
  }),
  msg({
    message: "This document is too large: the limit is {count} MB after unpacking. Split it and upload the parts.",
  }),
  msg({
    message:
      "This document is too large: the limit is {count} pictures and other files inside the document. Split it and upload the parts.",
  }),
  msg({ message: "This document is too large: the limit is {limit}. Split it and upload the parts." }),
  msg({
    message:
      "This document contains far more data than its size suggests, so it wasn’t unpacked. Save it again and upload the new file.",
  }),
  msg({
    message:
      "Reading this document took more than {seconds} seconds and was stopped. Try again, or split it and upload the parts.",
  }),
  msg({
    message:
      "Reading this document needs more than {size} MB of memory, the limit for one document. Split it and upload the parts.",
  }),
  msg({
    message:
      "Reading this document needs more than {size} MB of memory, far more than its size suggests. Open it in its own program, save it again and upload the new file.",
  }),
  msg({ message: "Reading this document failed unexpectedly. Try again, or save it again and upload the new file." }),
  msg({ message: "“{name}” can’t be used: {reason} Please send your message without it." }),
  msg({ message: "“{name}” hasn’t finished uploading. Please wait until it is ready, or remove it." }),
  msg({ message: "“{name}” is still being read. Please wait until it is ready, or remove it." }),
  msg({
    message:
      "These documents don’t exist, or you don’t have access to them: {names}. Please send your message without them.",
  }),
  msg({
    message: "The document {name} doesn’t exist, or you don’t have access to it. Please send your message without it.",
  }),
  msg({ message: "This file couldn’t be read because of a server error. Try again later." }),
  msg({ message: "This file can’t be read: the server crashed each time it tried. It may be damaged or too large." }),
  // Statuses of answers. Older answers have those that count documents.
  msg({ message: "Read 1 document" }),
  msg({ message: "Read {count} documents" }),
  msg({ message: "Searched 1 document" }),
  msg({ message: "Searched {count} documents" }),
  msg({ message: "Left out 1 document" }),
  msg({ message: "Left out {count} documents" }),
  msg({ message: "Searched for “{question}”" }),
  msg({ message: "“{name}” no longer exists." }),
  msg({ message: "“{name}” isn’t ready." }),
  msg({ message: "“{name}” has no text." }),
  msg({ message: "“{name}” couldn’t be read." }),
  msg({ message: "“{name}” doesn’t fit alongside the rest." }),
  msg({ message: "“{name}” is an image, which this model can’t see." }),
  msg({ message: "One of the assistant’s documents" }),
  msg({ message: "And 1 more." }),
  msg({ message: "And {count} more." }),
  msg({ message: "Document: {name}" }),
  msg({ message: "Documents: {names}" }),
  msg({ message: "Also searched: {names}" }),
  msg({ message: "Searched for: {question}" }),
  msg({ message: "Other wordings: {texts}" }),
  msg({ message: "Translations: {texts}" }),
  msg({ message: "Keywords: {words}" }),
  msg({ message: "Read the assistant’s documents" }),
  msg({ message: "Searched the assistant’s documents" }),
  msg({ message: "Read {names} in full" }),
  // After the texts that begin like it.
  msg({ message: "Searched {names}" }),
  msg({ message: "The search failed, so the answer may be missing passages from the assistant’s documents." }),
  msg({ message: "Documents couldn’t be read" }),
  msg({ message: "Documents couldn’t be searched" }),
  msg({
    message: "These documents couldn’t be read in full, so only the passages that a search found were used: {names}.",
  }),
  msg({ message: "The search failed, so the answer may be missing passages from: {names}." }),
  msg({
    message:
      "Too long for this model to read in full, so the passages that best match your question were used: {names}.",
  }),
  msg({
    message: "This passage can’t be opened. Its document may have changed, or the passage was shown to someone else.",
  }),
  // Assistants.
  msg({ message: "The owner of the assistant doesn’t have enough space for copies of these files." }),
  msg({ message: "The file “{name}” doesn’t exist, or you don’t have access to it." }),
  msg({ message: "The file “{name}” hasn’t been uploaded completely. Please wait, or upload it again." }),
  msg({ message: "This server doesn’t send chats to other endpoints. Please remove the URI." }),
  msg({
    message: "Only files can be attached to an assistant. Please attach the files themselves instead of “{name}”.",
  }),
  msg({ message: "One of the documents was deleted while the assistant was being saved. Please save it again." }),
  msg({
    message: "You have {count} assistants, as many as this server allows. Please delete one that is no longer used.",
  }),
  msg({
    message:
      "This group has {count} assistants, as many as this server allows. Please delete one that is no longer used.",
  }),
  msg({ message: "This assistant is too long. Please move long texts to documents." }),
  msg({ message: "An assistant can’t be moved to another owner." }),
  msg({ message: "This version of the assistant doesn’t exist." }),
  msg({ message: "This assistant isn’t available for the group you have chosen." }),
  msg({ message: "This assistant is built in and can’t be changed." }),
  msg({ message: "You can’t use this assistant." }),
  msg({ message: "You can use this assistant, but not view its setup." }),
  msg({ message: "You can use this assistant, but not view its earlier versions." }),
  msg({ message: "You can use this assistant, but not change it." }),
  msg({ message: "You can use this assistant, but not delete it." }),
  msg({ message: "Only the owner of an assistant can share it." }),
  msg({ message: "Nothing of what you selected can be shared. It may have been deleted." }),
  msg({ message: "What you selected is too long to be shared at once. Please share fewer chats at a time." }),
  msg({ message: "More than 200 files are attached to these chats. Please share fewer chats at a time." }),
  msg({
    message: "You have shared as much as is possible. Please withdraw something that you have shared first.",
  }),
  msg({
    message:
      "{author} has saved version {version} of this assistant since you opened version {base}. Please look at the newer version before you save yours.",
  }),
  // Artifacts.
  msg({ message: "Artifact not found." }),
  msg({ message: "This artifact has a newer version. Please reload the page." }),
  msg({ message: "This version has since been changed elsewhere." }),
  msg({ message: "Artifact too long for this model" }),
  msg({ message: "The model could not see: {names}" }),
  msg({ message: "This artifact is too long to be saved." }),
  msg({
    message: "This artifact is shared with one of your groups, so you can’t remove it from your list.",
  }),
  msg({ message: "This chat has no space for more artifacts. Please delete some versions first." }),
  msg({ message: "You have reached the maximum number of saved artifacts. Please delete some first." }),
  msg({ message: "You have reached the maximum number of Python functions. Please delete some first." }),
  msg({ message: "You have reached the maximum number of shared artifacts." }),
  msg({ message: "This chat has too many artifacts that can’t be read." }),
  // Memory.
  msg({ message: "This memory no longer exists." }),
  msg({ message: "This submission no longer exists." }),
  msg({ message: "This project no longer exists." }),
  msg({ message: "Memories about a person need that person’s own email address." }),
  msg({ message: "This project has the maximum number of memories. Please delete some first." }),
  msg({ message: "You have reached the maximum number of memories. Please delete some first." }),
  msg({ message: "You have reached the maximum number of projects." }),
  msg({ message: "You already have this memory." }),
  // Analysis of conversations.
  msg({
    message:
      "Access to dashboard metrics and assistant conversation history is not currently available for this group. To request access to these features, please reach out to Amplify for approval.",
  }),
  msg({ message: "Error loading conversation content." }),
  msg({ message: "Your institution shows figures only, and no chats of other people." }),
  msg({ message: "This chat can’t be rated." }),
  msg({ message: "A deleted account" }),
  // Groups.
  msg({ message: "You need edit access to see how the assistants of this group are used." }),
  msg({ message: "Group name is required. Please add a group name to create the group." }),
  msg({ message: "The group name {name} isn't available. Please choose a different group name." }),
  msg({ message: "Group name must be unique to all groups you are a member of." }),
  msg({
    message:
      "You have created {count} groups, as many as this server allows. Please delete groups that are no longer used, which count for another 30 days, or ask an administrator of this site to create the group.",
  }),
  msg({ message: "The built-in group can’t be deleted." }),
  msg({ message: "Only the access of people who were added to the group can be changed. Please add them first." }),
  msg({
    message:
      "You are currently the only admin in the group, your admin access will be unchanged at this time. Please confirm updated user access changes again.",
  }),
  msg({ message: "You are a member of this group because you are an administrator of this site." }),
  msg({ message: "This group is public, so everyone is a member and nobody can be removed." }),
  msg({
    message:
      "The groups that you named have more than {count} members. Please name fewer at once. An assistant can be shared with a group as a whole.",
  }),
  msg({ message: "You are a member of several groups with the name “{name}”. Please use the ID of one of them." }),
  msg({ message: "There is no group “{name}” in the directory." }),
  msg({ message: "“{name}” can’t include itself, not even through others." }),
  msg({ message: "“{name}” is not an email address." }),
  msg({ message: "“{name}” in the group “{group}” is not an email address." }),
  msg({ message: "There is already a group “{name}” that differs only in capitalization." }),
  msg({ message: "“{name}” is not an address that starts with https:// or http://." }),
  msg({
    message: "“{name}” is too long. An address can have 2,000 characters, and letters such as ü count as six.",
  }),
  msg({ message: "“{name}” is not a colour such as #1a6c91." }),
  msg({ message: "The logo must be a PNG, JPEG, WebP or SVG picture." }),
  msg({ message: "The logo must not be larger than 60 KB." }),
  msg({ message: "The notice ends before it begins." }),
  msg({ message: "“{name}” is an exception of a feature. Please remove it there first." }),
  msg({ message: "You can’t remove yourself from the administrators. Ask another administrator to do it." }),
  msg({ message: "Somebody else has saved this meanwhile." }),
  msg({ message: "Something went wrong. Please try again." }),
  msg({ message: "The server’s environment sets the limits." }),
  msg({ message: "The server’s environment sets the feature “{name}”." }),
  msg({
    message:
      "This message will cost about {totalCost} (questions that the model reads: {prompts}). Do you want to send it?",
  }),
  msg({ message: "The secret “{name}” needs a value." }),
  msg({ message: "The application secret “{name}” can no longer be read. An administrator must set it again." }),
  msg({ message: "The preparation of this document has neither failed nor been stopped." }),
  msg({ message: "There is no model for search by meaning." }),
  msg({ message: "No document with this key is being prepared for search by meaning." }),
  msg({ message: "There is no group “{name}” in the directory, or you’re not in it." }),
  msg({ message: "This person is a member through the group “{name}” of the directory and can’t be removed here." }),
  msg({ message: "Only administrators may do this." }),
  msg({ message: "Only administrators of this site can do this." }),
  msg({ message: "Only administrators of this site can take over a group." }),
  msg({ message: "You’re not a member of this group." }),
  msg({ message: "You are not authorized to add users to the group." }),
  msg({ message: "You are not authorized to change who can use this group." }),
  msg({ message: "You are not authorized to delete this group." }),
  msg({ message: "You are not authorized to delete users from the group." }),
  msg({ message: "You are not authorized to see the members of the group." }),
  msg({ message: "You are not authorized to update this group's types." }),
  msg({ message: "You are not authorized to update user access to the group." }),
  msg({ message: "You are not authorized to use the members of the group." }),
  msg({ message: "Only administrators of this site can change whether chats are analyzed." }),
  msg({ message: "Only administrators of this site can change the limit of a group." }),
  msg({ message: "Only administrators of this site can limit the API key of a group." }),
  msg({
    message: "Everybody is in this group, so only its administrators can share something with the whole group.",
  }),
  msg({ message: "You need edit access to share something with this whole group." }),
  msg({ message: "You need edit access to see the files of this group." }),
  msg({ message: "You need edit access to change the assistants of this group." }),
  msg({ message: "You need edit access to add files to this group." }),
  msg({ message: "This group doesn’t exist, or you’re not a member." }),
];

/** The ends of a long list of documents, as a value in texts above. No texts of their own: they would fit too many texts. */
export const namesAndMore: readonly MessageDescriptor[] = [
  msg({ message: "{names} and 1 more" }),
  msg({ message: "{names} and {count} more" }),
];

interface Pattern {
  descriptor: MessageDescriptor;
  expression: RegExp;
}

const patterns = serverTexts.map(toPattern);
const namesAndMorePatterns = namesAndMore.map(toPattern);
const maxLength = 5_000;

/**
 * Returns the translation of a text of the server, or the text itself if it is not known. A text of several lines is
 * translated line by line if each line is known.
 */
export function translateKnownText(text: string): string {
  if (text.length > maxLength) return text;
  const lines = text.split("\n").map(translateLine);
  return lines.every((line) => line !== null) ? lines.join("\n") : (translateLine(text) ?? text);
}

/** Earlier versions of stored texts that differ in more than their contractions. */
// Not translated: they are looked up in the list above.
const formerTexts: Readonly<Record<string, string>> = {
  "Read the documents of the assistant": "Read the assistant’s documents",
  "Searched the documents of the assistant": "Searched the assistant’s documents",
  "The model’s server failed.": "The model’s server reported an error.",
};

const translateLine = (text: string) => translateFirst(patterns, formerTexts[text] ?? text);

/** Returns the translation by the first pattern that fits; null: none does. */
function translateFirst(candidates: readonly Pattern[], text: string): string | null {
  for (const pattern of candidates) {
    const translation = translatePattern(pattern, text);
    if (translation !== null) return translation;
  }
  return null;
}

function translatePattern({ descriptor, expression }: Pattern, text: string): string | null {
  const match = expression.exec(text);
  if (!match) return null;
  const translate = (name: string, value: string) =>
    namesAndMore.includes(descriptor) && name === "names" ? value : translateValue(name, value);
  const values = Object.entries(match.groups ?? {}).map(([name, value]) => [name, translate(name, value)]);
  return i18n._({ ...descriptor, values: Object.fromEntries(values) });
}

const numericNames = ["count", "free", "max", "seconds", "size", "total"];

const userTextNames = ["question", "texts", "words"];

function translateValue(name: string, value: string): string {
  if (name === "month") return translateMonth(value);
  // The server writes numbers in the English way, such as "2,000".
  if (numericNames.includes(name))
    return value.replace(/\d{1,3}(,\d{3})+/g, (digits) => formatNumber(Number(digits.replaceAll(",", ""))));
  if (name === "names") return translateFirst(namesAndMorePatterns, value) ?? formatFileNames(value);
  // What the person or a model wrote is no text of the server.
  if (userTextNames.includes(name)) return value;
  // A part may be a text of its own, such as the reason why a document cannot be used.
  return translateKnownText(value);
}

function translateMonth(englishName: string): string {
  const firstDay = new Date(`${englishName} 1, 2000`);
  return Number.isNaN(firstDay.getTime()) ? englishName : formatMonth(firstDay);
}

/** Joins the names of files as the language does. Only after an ending or a cut is a comma or "and" between two names. */
function formatFileNames(names: string): string {
  const parts = names.split(/(?<=\.\w{1,8}|…)(?:, | and )/);
  return new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(parts);
}

// `formats.ts` cannot be imported: it needs `i18n.ts`, which loads this module.
const formatNumber = (value: number) => new Intl.NumberFormat(i18n.locale).format(value);
const formatMonth = (day: Date) => new Intl.DateTimeFormat(i18n.locale, { month: "long" }).format(day);

/** In a build, a message with placeholders is compiled: a list of strings and of lists with a placeholder's name. */
function toPattern(descriptor: MessageDescriptor): Pattern {
  const message: unknown = descriptor.message;
  const parts = Array.isArray(message) ? message : String(message).split(/(\{\w+\})/);
  const source = parts.map((part: unknown) => {
    const name = Array.isArray(part) ? String(part[0]) : /^\{(\w+)\}$/.exec(String(part))?.[1];
    if (name === undefined) return acceptFullForms(escapeRegExp(String(part)));
    return name === "count" ? `(?<count>\\d[\\d,]*)` : `(?<${name}>[^]+?)`;
  });
  return { descriptor, expression: new RegExp(`^${source.join("")}$`) };
}

/** Stored texts may be from a version that wrote "could not" for "couldn’t". */
function acceptFullForms(source: string): string {
  return source
    .replaceAll("can’t", "(?:can’t|cannot)")
    .replace(/\b(could|do|does|did|is|are|was|has|have)n’t\b/g, (short, verb) => `(?:${short}|${verb} not)`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
